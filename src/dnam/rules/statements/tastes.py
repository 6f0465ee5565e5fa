"""What people say they like, hate, use, play and cannot: "I prefer ...", "I use ...", "I do not eat ..."."""

from dnam.rules.statements import lexicon as lex
from dnam.rules.statements.fits import FITS
from dnam.rules.statements.rule import table

_LISTS = {
    "OFTEN": lex.OFTEN,
    "INSTRUMENTS": lex.INSTRUMENTS,
    "CLUBS": "fc|united|city|arsenal|chelsea|liverpool|celtic|barcelona|madrid|f1|formula 1|nba|nfl|rugby"
    "|cricket|lakers|celtics"
    "|packers|everton|spurs|rovers|wanderers|villa|bayern|juventus|inter|ajax|benfica|porto|yankees|mets"
    "|dodgers",
    "GENRES": "fantasy|sci-?fi|poetry|fanfic\\w*|novels|songs|music|music reviews|children's books|romance"
    "|horror|short stories"
    "|code|python|rust|go|java|typescript|javascript|c\\+\\+|c#|haskell|elixir|software|embedded \\w+"
    "|firmware|kotlin|swift"
    "|science fiction|thrillers|screenplays|technical docs|technical documentation|for a living",
    "NOFOOD": "to|deadlines|stress|problems|bugs|nails|shit|ass|crayons|glue|souls|trash|children|it|that"
    "|this|another|any ?more"
    "|anything|these|those|more|nice|right|you|fun|both|the|my|lunch"
    "|dinner|kids|stress"
    "|pressure|him|her|them|stupid|being|so|too|a (?:bite|conversation|normal|break|moment)|out|up|here"
    "|there|when|cold|glass"
    "|people|well|in|at|breakfast|like|and|or|less|enough|a lot|before|after|much|the rich|conversations"
    "|arguments|words|crow",
    "ABILITIES": "drive|swim|whistle|cook|sing|dance|ride a bike|roll my r's|read music|snap my fingers"
    "|smell|hear out of .+"
    "|see out of .+|drive at night|drive stick|do math|draw|ski|skate|lift heavy .+|stand for long|walk far"
    "|climb stairs",
    "TIMED": "do|make|join|attend|come|play|meet|work|talk|stream|raid|take calls|have meetings|call|eat"
    "|drink|type|use",
}

RULES = table(
    r"""
like to (?:go by|be called) <called> => profile name: Goes by {called}
<verb:like|love|adore|enjoy|admire|dig|fancy> <liking> => preference likes: {verb} {liking}
<verb:hate|dislike|detest|despise|loathe> <disliking> => preference dislikes: {verb} {disliking}
prefer <x=(?:she|he|they|xe|ze|any)(?:/\w+)+>(?: pronouns)? => profile pronouns: Pronouns are {x}
prefer <preferring:(?!(?:not|if|when|the|to not|my|it)\b(?! [A-Z])).+>
    => preference likes: Prefers {preferring}
(?:will|would) take <liking> over <liking2> any day(?:$| .*)
    => preference likes: Prefers {liking} over {liking2}
only <verb:drink|eat|use|play|wear|buy|read|watch|listen to|drive|fly> <thing>
    => preference likes: Only {verb} {thing}
would rather <thing:(?!(?:die|kill|jump|chew|stab|gouge|not|be|have|you|see|eat (?:glass|dirt
    |my))\b).+> than <thing2>
    => preference likes: Would rather {thing} than {thing2}
have never <v=liked|enjoyed|cared for|been a fan of|been into> <disliking>
    => preference dislikes: Has never {v} {disliking}
have (?:always|long) <v=loved|liked|adored|preferred|enjoyed> <liking>
    => preference likes: Has always {v} {liking}
have (?:always|long) <v=hated|disliked|despised> <disliking>
    => preference dislikes: Has always {v} {disliking}
collect <thing:(?!(?:myself|my thoughts|data|the|feedback|dust)\b).+> => fact hobby: Collects {thing}
play (?:a lot of|lots of|too much|mostly|mainly|competitive) <part> => fact hobby: Plays {part}
<verb:play|sing|dance|perform|act> in <thing:(?:an?|my|the) .*\b(?:band|orchestra|choir|quartet|troupe
    |company|league|team|church|musical theat\w+)\b.*>
    => fact hobby: {verb} in {thing}
(?:play|game) on <thing:(?:an?|my|the)? ?(?:pc|ps\d|playstation.*|xbox.*|switch.*|steam deck|mobile|console
    |mac|linux
    |(?:eu|na|us) .*)>
    => tool games: Plays on {thing}
play <part> => fact hobby: Plays {part}
main <thing> => preference games: Mains {thing}
use <x=(?:she|he|they|it|xe|ze|any|fae)(?:/\w+)+|any pronouns>(?: pronouns)?(?:$| .*)
    => profile pronouns: Pronouns are {x}
use <tool> => tool tool: Uses {tool}
run <system> => tool tool: Runs {system}
(?:changed|switched) from <thing> to <thing2> => tool tool: Switched from {thing} to {thing2}
switched (?:over |back )?to <tool:(?!(?:an?|the|my|another|plan|nights?$)\b).+>
    => tool tool: Switched to {tool}
<verb:code|program|develop> (?:mostly |mainly |primarily |almost exclusively )?in <thing>
    => tool tool: {verb} in {thing}
write <thing:(?:[GENRES])\b.*> => fact craft: Writes {thing}
write (?:mostly |mainly )?in <thing> => tool tool: Writes in {thing}
write (?:everything|all my [\w ]+|all of my [\w ]+) in <thing> => tool tool: Writes everything in {thing}
write <thing> in <thing2> => tool tool: Writes {thing} in {thing2}
<verb:shoot|draw|paint|film|stream|record|compose|mix|sculpt|edit><y~(?: \w+){0,2}>(?: mostly| mainly)? <p=in
    |on|with|using>
    <thing:(?!(?:my own|public|real|peace|the (?:go|fly|side))\b).+> => tool tool: {verb} {y} {p} {thing}
<verb:knit|crochet|sew|garden|sculpt|fence|surf|ski|climb|brew|bake|paint|dance|quilt|embroider|freedive
    |juggle|woodwork>(?: <tail:[\w' -]+>)?
    => fact hobby: {verb} {tail}
(?:have to avoid|need to avoid|must avoid) <thing> => constraint food: Must avoid {thing}
avoid <thing:(?!(?:people|eye contact|conflict|drama|the|him|her|them|work)\b).+>
    => constraint food: Avoids {thing}
never <verb:eat|drink> <thing:(?!(?:[NOFOOD])\b).+> => constraint food: Never {verb} {thing}
never <verb:use|play|wear|take|skip|order|buy|cook|deploy|push|merge|commit|smoke|work|check|answer|watch
    |touch> <thing>
    => workflow habit: Never {verb} {thing}
keep <thing:(?:all )?(?:of )?my .+> in <x~(?-i:[A-Z])[\w ]+> => tool tool: Keeps {thing} in {x}
keep <x=kosher|halal|shabbat|sabbath>(?:$| .*) => constraint diet: Keeps {x}
keep <thing:(?:chickens|bees|goats|ducks|reptiles|an aquarium|tropical fish|snakes|pigeons|rabbits
    |a (?:journal|diary
    |bullet journal))\b.*> => fact hobby: Keeps {thing}
observe <x=ramadan|lent|shabbat|the sabbath|sabbath>(?:$| .*) => constraint diet: Observes {x}
follow <thing:an? (?:[\w-]+ ){0,2}diet\b.*> => constraint diet: Follows {thing}
support <thing:(?!(?:you|the idea|him|her|them|your|the (?:plan|docs|proposal))\b).*\b(?:[CLUBS])\b.*>
    => preference likes: Supports {thing}
follow <thing:(?:[\w ]+ )?(?:[CLUBS])\b.*> => preference likes: Follows {thing}
take my <x=coffee|tea> <said:(?:black|with|without|white|strong|decaf|iced)\b.*>
    => preference food: Takes {x} {said}
<verb:drink|eat> <thing:(?!(?:[NOFOOD])\b).+> => preference food: {verb} {thing}
can (?:actually )?speak <language> => profile language: Speaks {language}
can (?:actually )?play (?:the )?<x=[INSTRUMENTS]>(?:$| .*) => fact hobby: Can play {x}
can <said:juggle|touch type|drive stick|ride a unicycle|read music|solve a rubik'?s cube|do a backflip
    |whistle|yodel|beatbox|knit>
    => fact ability: Can {said}
can only <regular:(?:[TIMED]) .+> => constraint availability: Can only {regular}
am (?:only |usually |mostly )?<x=free|available> <often> => constraint availability: Is {x} {often}
cannot get enough of <liking> => preference likes: Cannot get enough of {liking}
will always (?:choose|pick|prefer|go for) <liking> => preference likes: Always prefers {liking}
take (?:all )?(?:my )?notes (?:in|with|on|using) <thing> => tool tool: Takes notes in {thing}
cannot stand <disliking> => preference dislikes: Cannot stand {disliking}
cannot <v=eat|have|drink> <said:anything (?:with|containing) (?!(?:it|that|this|them|you)\b)[\w ]+>
    => constraint food: Cannot {v} {said}
cannot <v=eat|have|drink|digest|tolerate|handle> <thing:(?!(?:[NOFOOD])\b).+>
    => constraint food: Cannot {v} {thing}
cannot do <thing:(?:very |really |super )?(?:spicy|dairy|gluten|seafood|heights|horror|caffeine|alcohol
    |crowds|mornings|needles
    |roller ?coasters|loud|dairy)\b.*> => constraint food: Cannot do {thing}
cannot <said:(?:[ABILITIES])(?: (?:at night|stick|manual|well|very well))?>(?: (?:at all|to save my life))?
    => constraint ability: Cannot {said}
cannot <regular:(?:[TIMED]) .+> => constraint availability: Cannot {regular}
""",
    fits=FITS,
    lists=_LISTS,
)
NEGATED = table(
    r"""
(?:like|love|enjoy|care for|dig|fancy) <disliking> => preference dislikes: Does not like {disliking}
<v=eat|drink> <thing:(?!(?:[NOFOOD])\b).+> => constraint food: Does not {v} {thing}
<x=drink|smoke|vape|drive|gamble|eat meat>(?: (?:at all|or \w+|and \w+))? => constraint habit: Does not {x}
do <x=dairy|gluten|caffeine|alcohol|drugs|spicy food|sugar|seafood|carbs|meat|coffee>(?:$| .*)
    => constraint food: Does not do {x}
<v=play|watch|wear|cook|read|listen to|follow> <disliking> => preference dislikes: Does not {v} {disliking}
speak <language> => profile language: Does not speak {language}
use <tool:(?!(?:any of|much)\b)[\w.+# ]+> => tool tool: Does not use {tool}
<regular:(?:work|do|take|play|have|join|answer|check|stream) .+>
    => constraint availability: Does not {regular}
""",
    fits=FITS,
    lists=_LISTS,
)
