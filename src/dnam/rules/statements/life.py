"""What people say of their life: "I live ...", "I work ...", "I have ...", "I started ..."."""

from dnam.rules.statements import lexicon as lex
from dnam.rules.statements.fits import FITS
from dnam.rules.statements.rule import table

_LISTS = {
    "FIELDS": lex.FIELDS,
    "PETS": lex.PETS,
    "INSTRUMENTS": lex.INSTRUMENTS,
    "SOFTWARE": "figma|framer|excel|photoshop|illustrator|blender|unity|unreal|godot|ableton|fl studio|maya"
    "|autocad|solidworks|revit"
    "|python|rust|go|java|javascript|typescript|c\\+\\+|c#|kotlin|swift|ruby|php|react|sql|r|matlab|indesign"
    "|premiere|resolve",
    "KIN": lex.KIN
    + "|(?:year|month|week)[ -]olds?|toddler|newborn|teenager|boys|girls|boy|girl|grandchildren"
    "|identical twin",
    "PETLESS": "peeves?|projects?|theor\\w+|names?|stores?|shops?|insurance|sitters?|food|hair|allerg\\w+"
    "|dander|toys?|beds?|rocks?|supplies|friendly|policy|policies|photos?|pics?|owners?|cams?|doors?|carriers?|bowls?"
    "|fees?|deposits?|walkers?|lovers?|person|people|humans?|care|day|cause|issues?|subjects?|hates?|like|that|who|and|in",
    "ALONG": "(?:,.*| (?:and|called|named|whose|who|that|at home|with|from|plus|if|or|too)\\b.*)?",
    "AILMENTS": lex.AILMENTS,
    "THINGS": lex.THINGS,
    "MADE": f"{lex.PROJECTS}|{lex.THINGS}",
    "COUNT": "an?|one|two|three|four|five|six|seven|eight|\\d{1,2}|several|a few|a couple of|some|my own"
    "|a pair of|twin",
    "WORKPLACES": "hospital|school|lab|library|bakery|warehouse|kitchen|bank|clinic|museum|bookstore"
    "|bookshop|caf[eé]|factory"
    "|nursery|garage|call cent(?:er|re)|pharmacy|shop|store|restaurant|office|care home|nursing home|hotel"
    "|bar|pub|salon"
    "|prison|zoo|startup|daycare|studio|garden cent(?:er|re)|theat(?:re|er)|brewery",
    "SHIFTS": "from home|remotely|remote|fully remote|the night shift|night shifts?|nights|early shifts"
    "|late shifts|weekends"
    "|part[- ]time|full[- ]time|freelance|outdoors|\\d+ hours? (?:a|per) week|\\d-day weeks?|(?:twelve"
    "|12)[- ]hour shifts",
    "DEGREES": "phd|masters?|master's|degree|bachelor'?s?|mba|minor|diploma|certificate|black belt"
    "|licen[cs]e",
    "FLEETING": "the (?:call|meeting|chat|server|channel|discord|party|game|queue|gym|bottom|beginning|top)"
    "|this|vc|\\d|noon|zero"
    "|late|a (?:call|meeting|game|voice|server)|you|in|them|him|her|my|us",
    "TRADES": "qa|devops|data science|data entry|ux|marketing|it support|tech support|customer support"
    "|web design|graphic design"
    "|freelance \\w+|security|accounting|research|machine learning|frontend|backend|embedded|contract work"
    "|bookkeeping|payroll"
    "|social media|photography|landscaping|construction|hvac|web dev\\w*|pr for|sales",
    "CRAFTS": "pottery|ceramics|karate|judo|bjj|jiu-?jitsu|yoga|pilates|crossfit|ballet|improv|stand-?up"
    "|archery|parkour"
    "|woodworking|calligraphy|origami|taekwondo|muay thai|kickboxing|gymnastics|powerlifting|embroidery"
    "|cosplay|beekeeping",
    "LESSONS": "piano|guitar|violin|singing|dance|ballet|karate|spanish|french|german|italian|japanese"
    "|korean|mandarin|pottery"
    "|swimming|flying|driving|painting|drawing|cooking|yoga|riding|drum|boxing|art|\\w+ language",
}

RULES = table(
    r"""
live (?:back )?in <place> => profile home: Lives in {place}
live (?:just |right |a bit )?<p=near|outside|just outside|right outside|close to|on|off|(?:north|south|east
    |west) of|next to|by
    |down the road from|across from>
    <place:(?!(?:coffee|caffeine|pizza|ramen|spite|the (?:edge|internet|wild|clock)|snacks|takeout|borrowed
    |instant|purpose
    |energy|vibes|my own|the (?:sword|printer|rules?|door|phone|fridge|book|motto|code|seat)|a diet|nothing
    |the phone|edge|hope|sugar|tea|adrenaline)\b).+>
    => profile home: Lives {p} {place}
live with <thing:(?!(?:the (?:consequences|guilt|pain|fear|results?)|regret|guilt|myself|fear|chronic
    |anxiety)\b).+>
    => profile home: Lives with {thing}
live together in <place> => profile home: Lives in {place}
live <said:alone|by myself|on my own|abroad|off-?grid|at home with .+|upstate|out in the country\w*>(?:$| .*)
    => profile home: Lives {said}
live <thing:\d+ (?:minutes|mins|hours?|miles|km|blocks) .+> => profile home: Lives {thing}
share <thing:an? (?:\w+ )?(?:flat|house|apartment|room|place|studio)\b.*> => profile home: Shares {thing}
reside in <place> => profile home: Lives in {place}
(?:moved|relocated) (?:here )?from <place> to <place2> => profile home: Moved to {place2} from {place}
(?:moved|relocated) to <thing:the [\w ]+ (?:team|department|squad)\b.*> => fact work: Moved to {thing}
(?:moved|relocated) (?:(?:back|over|out|down|up|here) )*to
    <place:(?!(?:a (?:new|different|bigger|smaller)|another|the (?:next|other|left|right|front|back)|my|his
    |her|their|new
    (?:house|place|apartment|flat)|sales|vs|nights|bed|vim|linux|arch|discord|slack|python|rust)\b).+>
    => profile home: Moved to {place}
moved <tail:(?:back )?in with .+|back home.*|out of my parents.*> => fact household: Moved {tail}
grew up in <place> => profile origin: Grew up in {place}
grew up <p=on|near|outside|with|speaking|around|between> <thing> => profile origin: Grew up {p} {thing}
was (?:born and raised|born|raised) in <x~(?:19|20)\d\d> => profile birthday: Was born in {x}
was born on <birthday> => profile birthday: Was born on {birthday}
was <v=born and raised|born|raised> in <place:(?!(?:a barn|the wrong)\b).+>
    => profile origin: Was {v} in {place}
was diagnosed with <thing> => constraint health: Was diagnosed with {thing}
was promoted to <thing> => profile work: Was promoted to {thing}
come from <place:(?!a place|a land).+> => profile origin: Comes from {place}
turned <age:\d\d>(?: years old)?(?:$| .*) => profile age: Is {age} years old
work <p=at|for> <employer> => profile work: Works {p} {employer}
work as <thing:(?!(?:expected|intended|hard|fast|well|a team|soon|long|much)\b).+>
    => profile work: Works as {thing}
work in <x~[SOFTWARE](?:(?:,| and|,? or) [\w ]+)?> => tool tool: Works in {x}
work in <thing:[FIELDS]\b.*|an? (?:\w+ ){0,3}[WORKPLACES]\b.*|(?-i:[A-Z])[\w']+.*>
    => profile work: Works in {thing}
work (?:(?:a lot|mostly|primarily|mainly|daily|closely) )*with <tool:(?!(?:my|the|her|him|them|you|an?|some
    |what|me|us)\b).+>
    => tool tool: Works with {tool}
work with <thing:(?:kids|children|animals|horses|dogs|teens|the elderly|elderly|disabled|special needs
    |refugees|glass|wood|metal)
    +\b.*> => profile work: Works with {thing}
work on <thing:(?:the )?[\w ]+ (?:team|side|engine|compiler|backend|frontend|infrastructure|kernel
    |firmware)\b.*>
    => fact work: Works on {thing}
work out <regular> => workflow routine: Works out {regular}
work <x=[SHIFTS]><tail: (?:at|in|for|as|on) .+> => workflow work: Works {x} {tail}
work <x=[SHIFTS]>(?:$| .*) => workflow work: Works {x}
(?:started working at|started work at|started at) <employer:(?!(?:[FLEETING])\b).+>
    => profile work: Started at {employer}
joined <employer:(?!(?:[FLEETING])\b).+> => fact group: Joined {employer}
(?:started|opened|launched|created) <project:(?!a new (?:game|run|save|book|series|show|server|channel
    |document|doc|branch|ticket
    |thread)\b)(?:an?|my(?: own)?) (?:\w+ ){0,3}[MADE]\b.*> => project project: Started {project}
started learning <lesson> => fact learning: Learning {lesson}
started <thing:(?:my |an? )?(?:phd|masters?|residency|apprenticeship|(?:nursing|law|med|grad) school
    |uni(?:versity)?|college
    |medication|hrt|therapy)\b.*> => profile study: Started {thing}
started as <thing:an? .+> => profile work: Started as {thing}
study (?:abroad )?in <place:(?-i:[A-Z]).+> => profile study: Studies in {place}
study <study> <p=at|in> <thing:(?-i:[A-Z]).+|uni\b.*|university.*|college.*>
    => profile study: Studies {study} {p} {thing}
study <study> => profile study: Studies {study}
teach <thing:(?!(?:you|him|her|them|myself|me|people how|a lesson)\b).+> => profile work: Teaches {thing}
attend <school> => profile study: Attends {school}
go to <school> => profile study: Goes to {school}
go by <x=(?:she|he|they|it|any)/\w+(?:/\w+)?>(?:$| .*) => profile pronouns: Pronouns are {x}
go by <called>(?: (?:online|irl|on discord)\b.*)? => profile name: Goes by {called}
graduated <p=from|with|in> <thing> => profile study: Graduated {p} {thing}
(?:major|majored) in <thing> => profile study: Majors in {thing}
(?:changed|switched) (?:my )?majors? (?:from .+ )?to <thing> => profile study: Majors in {thing}
changed my name to <name> => profile name: Name is {name}
switched to <thing:the [\w ]+ team\b.*> => fact work: Switched to {thing}
speak <language> => profile language: Speaks {language}
have <thing:(?:a |an |one )?[COUNT] (?:[\w-]+ ){0,3}(?:[PETS])[ALONG]> => fact pet: Has {thing}
have <thing:(?:[COUNT]) (?:[\w-]+ )?pet (?!(?:[PETLESS])\b)[a-z][\w-]+[ALONG]> => fact pet: Has {thing}
have <thing:(?:[\w-]+ )?(?:chickens|goats|bees|ducks|cats|dogs|sheep|horses|rabbits|pets|rats|fish
    |reptiles)[ALONG]>
    => fact pet: Has {thing}
have <thing:(?:[\w-]+ )?(?:kids|children|twins|grandkids|siblings|stepkids)[ALONG]>
    => relationship family: Has {thing}
have <thing:(?:no |(?:an? |two |three )?(?:older|younger|little|big|baby|twin|half|step)[ -]?
    |[COUNT] )(?:[\w-]+ ){0,2}
    +(?:[KIN])\b(?:[ALONG]| (?:at|back|together|on the way|due) .+| in (?-i:[A-Z]).+| in (?:college|uni
    |high school|the (?:army|navy)).*)> => relationship family: Has {thing}
have <thing:(?:(?:really|pretty|quite) )?(?:bad |severe |mild |chronic )?(?:[AILMENTS])>(?:$| (?:so|and|too
    |since|with)\b.*)
    => constraint health: Has {thing}
have <thing:an? (?:\w+ ){0,3}(?:allergy|intolerance|phobia|disability)(?: to .+)?
    |(?:\w+ ){0,2}allergies(?: to .+)?>
    => constraint health: Has {thing}
have (?:an? |my )?<k~[DEGREES]>(?: degree)? <p=in|from> <degree> => profile study: Has a {k} {p} {degree}
have <thing:(?:an?|my own|two|three) (?:[\w-]+ ){0,3}(?:[THINGS])(?:[ALONG]| (?:in|on|for|near|outside
    |by) .+)> => fact belongings: Has {thing}
have <thing:an? (?:soft spot|weakness|sweet tooth|passion|love) for .+|an? sweet tooth>
    => preference likes: Has {thing}
<v=got|adopted|bought|rescued> (?:myself |us )?<thing:(?:[COUNT]) (?:[\w-]+ ){0,3}(?:[PETS])[ALONG]>
    => fact pet: {v} {thing}
got (?:a|my|the|an) (?:[\w-]+ ){0,2}(?:job|position|role|gig) <p=at|with|as|in> <employer>
    => profile work: Got a job {p} {employer}
got <v=hired (?:at|by|as)|promoted to> <employer> => profile work: Got {v} {employer}
got (?:accepted to|accepted into|into) <school> => profile study: Got into {school}
got <thing:(?:my|a) (?:\w+ )?[DEGREES]\b.*> => profile study: Got {thing}
got <v=married|engaged|divorced>(?: to <thing>)? => relationship family: Got {v} {thing}
got <v=laid off|fired|let go>(?: (?:from|by|at) <employer>)? => profile work: Got {v} {employer}
got diagnosed with <thing> => constraint health: Was diagnosed with {thing}
bought <thing:an? (?:\w+ ){0,3}(?:house|flat|apartment|farm|boat|cabin|van|condo)\b.*>
    => fact belongings: Bought {thing}
own <thing:(?:an?|two|three|four|\d+|several|too many|my own) .+> => fact belongings: Owns {thing}
<verb:drive|ride> <thing:an? (?!(?:lot|bit|long|few)\b).+> => fact belongings: {verb} {thing}
volunteer <p=at|for|with|as|in> <employer> => fact group: Volunteers {p} {employer}
<verb:coach|mentor|manage|lead> <thing:(?:an?|the|my|youth|girls'?|boys'?|kids'?|under-?\d+s?
    |junior) .*\b(?:team|squad|club|group
    |store|shop|department|restaurant|choir|developers|devs|league|soccer|football|basketball|hotel
    |warehouse)\b.*>
    => profile work: {verb} {thing}
maintain <thing:(?!(?:eye|my|the (?:peace|status))\b).+> => project project: Maintains {thing}
run <x=marathons|half marathons|ultras|ultramarathons|cross country|track|5ks|10ks> => fact hobby: Runs {x}
run <run> => project project: Runs {run}
<verb:host|organize|organise> <thing:an? .*\b(?:podcast|meetup|club|night|stream|show|group|league|festival
    |server)\b.*>
    => project project: {verb} {thing}
<v=made|built|wrote|created|released|published> <project:.+ (?:called|named|titled) .+>
    => project project: {v} {project}
(?:founded|cofounded|co-founded) <thing> => project project: Founded {thing}
do <x=[SHIFTS]><tail:(?: (?:at|in|for|as|on) .+)?> => workflow work: Does {x} {tail}
do <thing:(?:[TRADES])\b.*> => profile work: Does {thing}
do <thing:(?:[CRAFTS])\b.*> => fact hobby: Does {thing}
do (?:(?:all|most) (?:of )?)?my <k=\w+ing|work|art|notes|writing|accounting|taxes|journaling> (?:in|on|with
    |using) <thing>
    => tool tool: Does their {k} in {thing}
do <thing> for (?:a living|work)(?:$| .*) => profile work: Does {thing} for a living
get <thing:(?:(?:really|pretty|super) )?(?:bad |severe )?(?:[AILMENTS]|migraines?|hay ?fever|panic attacks
    |(?:car|sea|motion|air) ?sick\w*
    |cold sores|hives|nosebleeds|vertigo)\b.*> => constraint health: Gets {thing}
(?:suffer from|struggle with|deal with|live with) <thing:(?:\w+ )?(?:[AILMENTS])(?:$| .*)>
    => constraint health: Has {thing}
(?:moved away from|moved out of) <place> => profile home: No longer lives in {place}
work <p=at|for> <employer> instead of .+ => profile work: Works {p} {employer}
(?:stopped|quit|gave up) learning <lesson> => fact learning: No longer learning {lesson}
gave up (?:playing )?(?:the )?<x=[INSTRUMENTS]> => fact hobby: No longer plays {x}
sold (?:my|the|our) <thing:(?:\w+ )?(?:[THINGS])(?:$| .*)> => fact change: Sold their {thing}
left <employer:(?-i:[A-Z])\w+(?: (?-i:[A-Z])\w+)?> => profile work: Left {employer}
broke up(?: with <thing>)? => relationship change: Broke up with {thing}
take <thing:(?:insulin|antidepressants|blood thinners|(?:meds|medication) for .+)>
    => constraint health: Takes {thing}
take <thing:(?:[LESSONS]) (?:lessons|classes)\b.*> => fact learning: Takes {thing}
need <thing:(?:wheelchair access|subtitles|captions|closed captions|glasses|step-free access
    |a (?:wheelchair|screen reader|sign language interpreter))\b.*> => constraint health: Needs {thing}
(?:wear|have) <thing:(?:glasses|contacts|hearing aids|a hearing aid|a hijab|braces|a prosthe\w+)\b.*>
    => fact self: Wears {thing}
use <thing:an? (?:wheelchair|cane|screen reader|hearing aid|cpap|walker|insulin pump)\b.*>
    => constraint health: Uses {thing}
gave up <x=sugar|coffee|caffeine|alcohol|drinking|smoking|vaping|meat|dairy|gluten|social media|gaming|soda
    |nicotine|carbs|weed>
    => fact change: Gave up {x}
(?:quit|left) my job (?:at|with) <employer> => profile work: No longer works at {employer}
<v=quit|stopped> <thing:(?:eating|drinking|smoking|vaping|using|playing|working at|working for|going to
    |taking|dating|streaming
    |teaching|coding|buying) .+|smoking|drinking|vaping|streaming|gaming> => fact change: {v} {thing}
quit <thing:(?-i:[A-Z])\w+.*|my job|school|uni|college|facebook|instagram|twitter|social media|caffeine
    |coffee|sugar|weed
    |nicotine|starbucks|walmart|amazon|target> => fact change: Quit {thing}
passed <thing:(?:my|the) .*(?:exam|test|bar|boards|defen[cs]e|viva|finals)\b.*>
    => profile study: Passed {thing}
married <thing> => relationship family: Married {thing}
""",
    fits=FITS,
    lists=_LISTS,
)
