"""The words the rules know: what people are, have, suffer from and call each other.

Lists of plain words, nothing else. A word that is missing means a fact is missed; a word too many means a
wrong fact, so a word is only here when it nearly always means what it is listed for.
"""

TRAITS = frozenset(
    """
    keto paleo religious vegan vegetarian pescatarian pescetarian flexitarian married single divorced
    widowed engaged pregnant retired deaf blind autistic dyslexic dyspraxic diabetic celiac coeliac
    epileptic asthmatic anemic hypothyroid bipolar colorblind colourblind left-handed right-handed
    lefthanded ambidextrous bilingual trilingual multilingual unemployed self-employed freelance freelancing
    homeschooled adopted gay lesbian bi bisexual pansexual asexual ace aromantic queer trans transgender
    nonbinary non-binary enby genderfluid agender neurodivergent audhd polyamorous catholic christian muslim
    jewish buddhist hindu sikh atheist agnostic mormon orthodox hindu lutheran sober teetotal kosher halal
    gluten-free dairy-free lactose-intolerant introverted extroverted nearsighted shortsighted farsighted
    tone-deaf hard-of-hearing wheelchair-bound immunocompromised anaemic insulin-dependent childfree
    monolingual
    """.split()
)

TRAIT_PHRASES = (
    "lactose intolerant|gluten intolerant|gluten free|dairy free|color ?-?blind|colour ?-?blind|left handed"
    "|right handed"
    "|red-green color ?blind|hard of hearing|self employed|non binary|near sighted|far sighted|type (?:1|2"
    "|one|two) diabetic"
    "|legally blind|partially sighted|visually impaired|hearing impaired|between jobs|an only child|the "
    "(?:oldest|eldest"
    r"|youngest|middle)(?: child)?(?: of (?:\w+))?(?: kids| siblings| children)?|tone deaf|on the spectrum"
    r"|on keto"
    "|on a (?:keto|low ?-?carb|low ?-?fodmap|low ?-?sodium|gluten ?-?free|plant ?-?based|vegan) diet"
    "|in a wheelchair"
    "|deaf in (?:one|my left|my right) ear|blind in (?:one|my left|my right) eye|in recovery|home ?-?schooled"
    "|in (?:high school|middle school|college|uni|university|grad school|med school|law school"
    "|nursing school|sixth form)"
    "|in (?:7th|8th|9th|10th|11th|12th) grade|in my (?:first|second|third|fourth|final|last|freshman"
    "|sophomore|junior"
    r"|senior|1st|2nd|3rd|4th) year(?: of \w+(?: \w+)?)?"
)

DIETS = frozenset("vegan vegetarian pescatarian pescetarian flexitarian kosher halal sober teetotal".split())

ORIGINS = frozenset(
    """
    afghan albanian algerian american angolan argentinian argentine armenian aussie australian austrian
    azerbaijani bangladeshi basque belarusian belgian bolivian bosnian brazilian british bulgarian cambodian
    cameroonian canadian catalan chilean chinese colombian croatian cuban cypriot czech danish dutch
    ecuadorian egyptian english eritrean estonian ethiopian filipino filipina finnish french georgian german
    ghanaian greek guatemalan haitian honduran hungarian icelandic indian indonesian iranian iraqi irish
    israeli italian jamaican japanese jordanian kazakh kenyan korean kurdish kuwaiti latvian lebanese libyan
    lithuanian macedonian malaysian maltese maori mexican moldovan mongolian moroccan nepali nepalese
    nigerian norwegian pakistani palestinian panamanian persian peruvian polish portuguese punjabi romanian
    russian rwandan salvadoran saudi scottish senegalese serbian singaporean slovak slovenian somali spanish
    sudanese swedish swiss syrian taiwanese tamil tanzanian thai tunisian turkish ugandan ukrainian
    uruguayan uzbek venezuelan vietnamese welsh yemeni zimbabwean hispanic latino latina asian african
    european cantonese sicilian bengali gujarati trinidadian
    """.split()
)

LANGUAGES = ORIGINS | frozenset(
    """
    afrikaans amharic arabic asl bsl sign esperanto farsi flemish gaelic hebrew hindi igbo kannada latin
    malay malayalam mandarin marathi navajo pashto quechua sinhala slovene swahili tagalog telugu tigrinya
    twi urdu xhosa yiddish yoruba zulu spanglish english toki mayan basque bahasa
    """.split()
)

PETS = (
    "dog|dogs|puppy|puppies|pup|cat|cats|kitten|kittens|kitty|parrot|parrots|budgie|budgies|cockatiel"
    "|hamster|hamsters|rabbit"
    "|rabbits|bunny|bunnies|guinea pigs?|ferrets?|gecko|geckos|snake|snakes|lizard|lizards|tortoise|turtle"
    "|turtles|horse"
    "|horses|pony|goats?|chickens?|hens?|ducks?|fish|goldfish|rats?|mouse|mice|hedgehog|axolotl|tarantula"
    "|bearded dragon"
    "|corgi|husky|poodle|beagle|labrador|lab|golden retriever|retriever|german shepherd|dachshund|pug"
    "|pitbull|pit bull|bulldog|rottweiler|doberman|great dane|malamute|akita|sphynx|cockatoo|macaw"
    "|chinchilla|skink|ball python|corn snake|betta|donkey|llama|pig|terrier"
    "|border collie|collie|greyhound|chihuahua|tabby|maine coon|siamese|canary|iguana|alpacas?|sheep|cows?"
    "|bees|beehives?"
)

KIN = (
    "sister|brother|mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|spouse"
    "|son|daughter|kid"
    "|child|baby|grandma|grandmother|grandpa|grandfather|nan|gran|granny|aunt|uncle|cousin|niece|nephew|twin"
    "|parents|kids|sons"
    "|daughters|sisters|brothers|grandparents|in-laws|siblings|sibling|stepdad|stepmom|stepson|stepdaughter"
    "|stepbrother"
    "|stepsister|sister-in-law|brother-in-law|mother-in-law|father-in-law|ex|ex-wife|ex-husband|gf|bf|hubby"
    "|godson|goddaughter"
    "|grandson|granddaughter|grandkids|children"
)

ACQUAINTANCES = (
    "best friend|bestie|roommate|flatmate|housemate|boss|manager|supervisor|mentor|advisor|therapist|coach"
    "|teacher|tutor"
    "|team lead|tech lead|coworker|colleague|cofounder|co-founder|landlord|neighbou?r|dungeon master|dm"
    "|doctor|dentist"
    "|business partner|bandmate|duo|skip|line manager"
)

AILMENTS = (
    "asthma|adhd|add|autism|ocd|ptsd|diabetes|type (?:1|2) diabetes|epilepsy|dyslexia|dyscalculia|celiac"
    "(?: disease)?|coeliac"
    "|crohn'?s|ibs|lupus|tinnitus|migraines|chronic (?:pain|fatigue|migraines|illness)|anxiety|depression"
    "|arthritis|eczema"
    "|psoriasis|insomnia|endometriosis|pcos|hay ?fever|scoliosis|aphantasia|synesthesia|hypothyroidism"
    "|anemia|fibromyalgia"
    "|sleep apnea|narcolepsy|arachnophobia|claustrophobia|acrophobia|cerebral palsy|multiple sclerosis|ms"
    "|eds|pots|rsi"
    "|high blood pressure|a (?:pacemaker|heart condition|bad (?:knee|back|hip)|stutter|hearing aid"
    "|prosthetic leg)"
    "|social anxiety|gout|glaucoma|astigmatism|carpal tunnel|vertigo|cystic fibrosis|hemophilia|sickle cell"
)

THINGS = (
    "car|truck|van|motorbike|motorcycle|bike|boat|house|flat|apartment|cabin|farm|garden|allotment"
    "|greenhouse|piano|guitar"
    "|bass|violin|cello|drum kit|telescope|3d printer|kiln|sewing machine|homelab|nas|raspberry pi|tesla"
    "|degree|phd|masters"
    "|master's|bachelors|bachelor's|mba|black belt|pilot'?s? licen[cs]e|driver'?s licen[cs]e"
    "|motorcycle licen[cs]e|podcast"
    "|blog|youtube channel|twitch channel|etsy shop|shop|business|company|startup|band|tattoo|tattoos"
    "|newsletter"
    "|mortgage|day job|side business|service dog|guide dog|steam deck|switch|ps5|ps4|xbox|gaming pc|macbook"
    "|thinkpad|kindle"
)

PROJECTS = (
    "railway|railroad|rocket|app|game|bot|website|site|tool|library|plugin|extension|engine|compiler"
    "|interpreter|novel|book|memoir"
    "|album|ep|thesis"
    "|dissertation|startup|business|company|podcast|course|mod|modpack|robot|drone|cabin|house|boat|synth"
    "|language"
    "|framework|api|dashboard|blog|comic|webcomic|manga|film|documentary|short film|screenplay|musical"
    "|garden|treehouse"
    "|paper|research paper|roguelike|platformer|mmo|rpg|visual novel|metroidvania|cli|parser|database"
    "|keyboard|telescope"
    "|portfolio|quilt|sweater|blanket|cookbook|zine|symphony|sculpture|mural|series|trilogy|campaign|homelab"
    "|emulator"
    "|operating system|os|kernel|shader|scraper|tracker|planner|marketplace|store|shop|community|server"
    "|clone|simulator"
    "|board game|card game|text adventure|newsletter|channel|curriculum|greenhouse|deck|shed|kayak|canoe"
    "|guitar|violin"
    "|camper|van|campervan|pipeline|service|sdk|editor|player|visualizer|visualiser|wiki|encyclopedia"
    "|dataset|model"
    "|map|world|font|typeface|theme|poem|play|script for a film|collection|archive|capstone|prototype"
    "|smart home|workshop"
)

FIELDS = (
    "hr|sales|marketing|finance|insurance|it|tech|retail|hospitality|healthcare|education|logistics"
    "|construction|construction"
    "|publishing|real estate|advertising|banking|law|medicine|nursing|academia|journalism|politics"
    "|consulting|accounting"
    "|cybersecurity|cyber security|infosec|security|biotech|pharma|film|tv|music|fashion|agriculture"
    "|forestry|manufacturing"
    "|engineering|software|data science|machine learning|ai|robotics|aerospace|aviation|automotive|energy"
    "|oil and gas"
    "|renewables|gamedev|game dev|game development|web dev|web development|devops|qa|customer support"
    "|customer service"
    "|tech support|support|operations|procurement|compliance|research|social work|childcare|elder care"
    "|public health"
    "|urban planning|architecture|design|ux|animation|vfx|theatre|theater|catering|food service|fast food"
    "|telecom"
    "|emergency services|mental health|special education|early childhood education|conservation|animal rescue"
    "|e-?commerce|fintech|edtech|medtech|local government|government|civil service|the (?:military|army|navy"
    "|air force"
    "|film industry|games? industry|music industry|oil industry|public sector|nhs|er|icu|emergency room)"
)

ZONES = (
    r"(?:utc|gmt)(?:\s?[+-]\s?\d{1,2}(?::?\d\d)?)?|ces?t|e[sd]t|p[sd]?t|c[sd]t|m[sd]t|bst|ist|jst|kst|aest"
    r"|aedt|nzst|nzdt"
    r"|wet|west|eest|eet|msk|sgt|hkt|brt|sast|eastern time|pacific time|central time|mountain time|eastern"
    r"|pacific"
)

COMPOUNDS = frozenset(
    "meal prep|strength train|cross train|live stream|dog sit|people watch|cold plunge|speed run"
    "|batch cook".split("|")
)

NOT_HABITS = frozenset(
    """
    am are is was were be been have had did does will would can could should might may must cannot not get
    got find feel felt think thought know knew forget forgot lose lost end seem want wanted say said wonder
    assume believe believed hope wish remember miss cry laugh die mess fail hear heard see saw need love
    loved like liked hate hated look guess suppose agree mean understand come came give gave tell told ask
    mix confuse fall fell figured regret screw struggle win appreciate worry suck once rarely hardly seldom
    only often sometimes ever currently both all mostly somehow went so too there here up down open ready
    happy a the in on at with for to that it work live
    """.split()
)

OFTEN = (
    r"(?:every|each) (?:single |other )?(?:day|morning|night|evening|week|weekend|month|year|summer|winter"
    r"|spring|fall|autumn"
    r"|commit|release|merge|pr|deploy|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?"
    r"|(?:on )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|weekdays|weeknights|(?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day (?:night|morning|evening)s)"
    r"|(?:once|twice|three times|\d+ times|\d+x) (?:a|per|every) (?:day|week|month|year)|(?:before|after) "
    r"(?:every|each|any) .+"
    r"|first thing in the morning|daily|weekly|before (?:work|breakfast|school|bed|lunch)|after (?:work"
    r"|school|dinner)"
    r"|in the (?:mornings?|evenings?)"
)

COMMON_GOODS = (
    "solar system|outdoors|beach|ocean|sea|mountains?|rain|snow|cold|heat|sun|smell|taste|sound of|feeling"
    "|colou?r|city"
    "|countryside|forest"
    "|woods|desert|night|dark|gym|theatre|theater|opera|ballet|violin|piano|guitar|cello|drums|beatles"
    "|lakers|witcher|office"
    "|simpsons|sims|expanse|matrix|hobbit|lord|legend|last of us|wire|sopranos|cure|smiths|stones|dentist"
    "|silence|quiet|library"
    "|winter|summer|autumn|spring|fall|humidity|command line|terminal|holidays|environment|outside|lake"
    "|river|wild|great"
    "|good place|strokes|weeknd|killers|water|bus|train|oxford comma|metric system|internet|moon|stars"
    "|circus|zoo|texture"
)

OUTFITS = (
    "bakery|caf[eé]|restaurant|bar|studio|agency|nonprofit|charity|club|group|team|lab|clinic|gym|farm|salon"
    "|gallery|festival"
    "|guild|food truck|bookstore|bookshop|consultancy|practice|meetup|daycare|brewery|hostel|vineyard"
    "|orchard|dojo|theatre"
)

SYSTEMS = (
    r"arch|ubuntu|debian|fedora|linux|nixos|windows|macos|gentoo|mint|pop|manjaro|endeavour\w*|opensuse|void"
    r"|freebsd|proxmox"
    r"|home ?assistant|plex|jellyfin|kubernetes|k3s|docker|android|ios|graphene\w*|asahi|bazzite|i3|hyprland"
    r"|sway|kde|gnome"
)

SCHOOLS = (
    r"\b(?:university|uni|college|state|school|academy|institute|tech|polytechnic|poly|mit|ucla|eth|caltech"
    r"|stanford|harvard"
    r"|oxford|cambridge|yale|nyu|tu|conservator\w+|tafe|(?-i:[A-Z]*U[A-Z]+))\b"
)

MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr"
    "|jun|jul|aug|sept?"
    "|oct|nov|dec"
)

STATES = """
    dead, broken, down, slow, acting, on, at, not, so, too, in, dying, charging, old, new, being, having,
    ringing, overheating,
    fine, great, good, bad, ok, okay, back, up, off, out, full, empty, dirty, ruined, fried, hot, cold,
    loud, about, still, just,
    really, very, pretty, super, gone, lagging, laggy, freezing, frozen, stuck, crashing, going, getting,
    making, doing, my,
    your, that, this, it, what, like, to, lost, cracked, bricked, ancient, trash, garbage, shit, crap,
    toast, here, there, ready,
    stolen, missing, wrecked, totall?ed, banned, nerfed, buffed, almost, always, never, better, worse,
    faster, nice, awesome, amazing, weird,
    beautiful, fucked, done,
    blank, black, muted,
    the (?:same|best|worst|one|problem|only),
    a (?:mess|disaster|joke|nightmare|bit|lot|pain|piece|potato|toaster|brick), for, of
"""
"""How a thing is today, not what it is."""

KIN_HAS = (
    r"\b(?:adhd|autism|asthma|diabetes|dementia|cancer|alzheimer\w*|parkinson\w*|celiac|down syndrome|guitar"
    r"|piano|drums|violin"
    r"|cello|bass|french|spanish|german|polish|korean|japanese|hindi|arabic|mandarin|italian|portuguese"
    r"|an? (?:\w+ )?(?:farm|bakery|restaurant|shop|business|company|caf[eé]|garage|school))\b"
)

INSTRUMENTS = (
    r"guitar|bass|drums|piano|violin|viola|cello|trumpet|trombone|sax\w*|flute|clarinet|oboe|ukulele|banjo"
    r"|harp|keyboard|keys"
    "|harmonica|mandolin|accordion|football|soccer|rugby|tennis|chess|basketball|hockey|baseball|volleyball"
    "|badminton|golf"
    "|cricket|go|mahjong|bridge|poker|d&d|dnd|magic"
)

CRAFTS = frozenset(
    """
    animate design draw edit film illustrate model paint photograph print produce record render sculpt
    """.split()
)

PURSUITS = CRAFTS | frozenset(
    """
    babysit bike bind blog board boulder bowl box breed brew busk camp canoe carve coach commute consult
    craft crochet curl cycle dance deliver dj drift dye embroider export farm fence ferment fish fix fly
    forage foster garden golf groom grow guide harvest hike homeschool hunt import jog journal judge juggle
    kayak knit lecture lease lift meditate milk mod moderate nanny officiate perform pickle podcast pray
    practice practise prescribe publish quilt race raise rap referee rent repair research restore ride roast
    row sail sell sew sing skate skateboard ski sketch snowboard solder spar speedrun spin supervise surf
    swim tend tinker train translate tune tutor umpire weave weld whittle wrestle
    """.split()
)
