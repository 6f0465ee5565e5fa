"""Dutch."""

from dnam.rules.tongues.tongue import Tongue, persons

DUTCH = Tongue(
    code="nl",
    cue=r"ik|mijn|m'n|mij",
    subject="ik ",
    openers=r"hallo|hoi|hey|hi|ja|nee|ok(?:é|ay)?|oh|trouwens|btw|nou|dus|goedemorgen|goedenavond|allemaal"
    r"|mensen|en|maar"
    r"|eerlijk gezegd|correctie|(?:nu|tegenwoordig|momenteel|inmiddels)(?= \p{L}+ ik)"
    r"|(?:sinds|al) (?:\d{4}|(?:\p{L}+|\d+) (?:jaar|maanden|weken)|kort)(?= \p{L}+ ik)",
    fillers=r"nu|trouwens|momenteel|tegenwoordig|inmiddels|ook|echt|heel|erg|super|gewoon|helaas|vloeiend"
    r"|een beetje|goed"
    r"|oorspronkelijk|veel|(?:al|sinds) (?:\d{4}|(?:\p{L}+|\d+) (?:jaar|maanden|weken)|kort|mijn geboorte)",
    joins=r"en|maar|want|omdat|dus",
    doubt=r"stel|stel nou|bijvoorbeeld|als(?= (?:ik|je|jij|het|we|er|de|mijn|hij|zij|ze))|wanneer|indien"
    r"|zou|zouden|wil|wilde|wou"
    r"|graag willen|hoop|misschien|waarschijnlijk|blijkbaar|schijnbaar"
    r"|denk|denkt|dacht|geloof|gelooft|vindt|zegt|zei|zeggen|gezegd|zeg|vertel\p{L}*|beweer\p{L}*|schreef"
    r"|vraag\p{L}*"
    r"|vroeger|ooit|destijds|eerder|woonde|werkte|was|had|vandaag|gisteren|morgen|straks|binnenkort|later"
    r"|volgende?"
    r"|volgend jaar|droom\p{L}*|stel je voor|stel dat|alsof|of|bijna|nooit|ga|gaan|zal|plan\p{L}*|ooit"
    r"|een dag|kind"
    r"|spel|game|personage|karakter|liedje|lied|soms|tot|voordat|tijdelijk|even|net alsof|doe alsof",
    never=r"jullie|ik|jij|je|hij|zij|ze|wij|we|jullie|u|mij|me|jou|hem|haar|ons|hen|hun|het(?! \p{L})|dit"
    r"|dat|deze"
    r"|die|wat|wie|waar"
    r"|hoe|waarom|welke?|niet|niets|niks|geen|niemand|iemand|alles|mijn|m'n|jouw|zijn|leven|te|om|hier|daar"
    r"|er",
    nowhere=r"huis|flat|appartement|stad|dorp|buurt|centrum|buitenland|angst|vrede|kamer|hotel"
    r"|ploegendienst|deeltijd"
    r"|zonde|armoede|relatie|studentenhuis|boerderij|platteland|bed|school|werk|vakantie|kantoor|thuis"
    r"|winkel|badkamer"
    r"|verleden|toekomst|harmonie|geld|toets|examen|bergen",
    turned=(r"^(\p{L}+) ik\b", r"ik \1"),
    lists={
        "COUNT": "een|één|twee|drie|vier|vijf|zes|[1-9]",
        "PETS": "hond|honden|hondje|kat|katten|poes|poezen|kater|kitten|kittens|puppy|hamsters?|konijn"
        "|konijnen|cavia|cavia's"
        "|paard|paarden|papegaai|parkiet(?:en)?|schildpad(?:den)?|vis|vissen|goudvis|goudvissen|slang"
        "|ratten?|muizen|kippen"
        "|geit|geiten|eend|eenden|gans|vogels?|labrador|teckel",
        "KIN": "zoon|zonen|zoons|dochter|dochters|kind|kinderen|broer|broers|broertje|zus|zussen|zusje"
        "|vrouw|man|moeder"
        "|vader|mama|papa|oma|opa|vriendin|vriend|tweeling|kleinkind|kleinkinderen|tante|oom|neef|nicht"
        "|partner",
        "ADJ": r"(?:\p{L}+e? )?",
        "LANGS": "nederlands|vlaams|fries|engels|duits|frans|spaans|italiaans|portugees|pools|russisch"
        "|oekraïens|turks"
        "|arabisch|chinees|mandarijn|japans|koreaans|grieks|zweeds|deens|noors|fins|tsjechisch|hongaars"
        "|roemeens|kroatisch"
        "|hebreeuws|farsi|hindi|latijn|berbers|papiaments|indonesisch|esperanto",
        "DIETS": "vegan|veganist|veganistisch|vegetariër|vegetarisch|pescotariër|glutenvrij",
        "JOBS": "leraar|lerares|docent|docente|arts|huisarts|verpleegkundige|verpleegster|ingenieur|student"
        "|studente"
        "|programmeur|ontwikkelaar|kok|bakker|timmerman|elektricien|advocaat|politieagent|verkoper"
        "|architect|kapper|kapster"
        "|boer|monteur|journalist|tandarts|chauffeur|loodgieter|accountant|softwareontwikkelaar"
        "|gepensioneerd",
        "DATE": r"\d{1,2} (?:januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november"
        r"|december)"
        r"(?: \d{4})?",
    },
    thirds=persons(
        """
        woont=woon werkt=werk heet=heet houdt=hou haat=haat heeft=heb spreekt=spreek komt=kom
        eet=eet drinkt=drink vindt=vind
        """
    ),
    table=r"""
home: ik (?:woon|leef) (?:in|op) <place>
near: ik woon (?:vlakbij|in de buurt van|dicht bij|niet ver van) <place>
home: ik ben (?:(?:onlangs|net|pas|recent|vorig jaar|vorige maand) )*naar <place> verhuisd
home: ik ben (?:(?:onlangs|net|pas|recent) )*verhuisd naar <place>
home over: ik (?:woon|leef) niet (?:meer|langer) (?:in|op) <place>
employer: ik werk (?:bij|voor)(?: de| het)? <place>
employer: ik werk (?:bij|in|op|voor) <employer:een .+>
employer: ik werk <listed:in (?:het ziekenhuis|de zorg|de horeca|de it|het onderwijs|de bouw|de winkel
    |de bibliotheek)>
employer over: ik werk niet meer (?:bij|voor)(?: de| het)? <employer>
job: ik werk als <job>
job: ik ben (?:een )?<listed:[JOBS]>
job over: ik werk niet meer als <job>
name: ik heet <name>
name: mijn naam is <name>
age: ik ben <age>(?: jaar(?: oud)?)?
age: ik ben (?:net |pas )?<age>(?: jaar)? geworden
birthday: mijn verjaardag is (?:op )?<listed:[DATE]>
birthday: ik ben (?:op )?<listed:[DATE]> (?:jarig|geboren)
origin: ik kom uit <place>
origin: ik ben (?:geboren|opgegroeid|geboren en getogen) in <place>
origin: ik ben in <place> (?:geboren|opgegroeid|geboren en getogen|geboren en opgegroeid)
language: ik spreek <listed:(?:[LANGS])(?:(?:, | en |, en )(?:[LANGS]))*>
likes: ik houd? van <thing>
likes: ik vind <thing> (?:leuk|lekker|geweldig|heerlijk|tof|fijn|mooi|fantastisch)
likes: ik (?:drink|eet|speel|lees|kijk|luister|kook|fiets|wandel|zwem|zing|dans|teken|reis|bak) graag
    (?: (?:naar )?<thing>)?
likes: ik ben dol op <thing>
likes: mijn lievelings\p{L}+ (?:is|zijn) <thing>
hates: ik (?:haat|verafschuw) <thing>
hates: ik houd? niet (?:meer )?van <thing>
hates: ik vind <thing> (?:niet leuk|niet lekker|vies|stom|vreselijk|afschuwelijk|verschrikkelijk)
hates: ik lust geen <thing>
allergy: ik ben (?:zwaar |erg )?allergisch voor <thing>
allergy: ik heb een <thing:\p{L}+(?:allergie|intolerantie)>
allergy: ik ben <listed:\p{L}+-?intolerant>
diet: ik ben (?:een )?<listed:[DIETS]>
diet: ik eet <listed:vegetarisch|vegan|veganistisch|glutenvrij|halal|koosjer|geen (?:vlees|varkensvlees|vis
    |gluten|suiker|zuivel|eieren)>
diet: ik drink <listed:geen (?:alcohol|koffie)>
diet over: ik ben niet meer <listed:[DIETS]>
diet over: ik ben geen <listed:[DIETS]> meer
pet: ik heb <listed:(?:[COUNT]) [ADJ](?:[PETS])>(?: genaamd <called>)?
pet: ik heb <listed:(?:[COUNT]) [ADJ](?:[PETS])> die <called> (?:heet|heten)
pet: mijn [ADJ](?:[PETS]) (?:heet|heten) <called>
family: ik heb <listed:(?:[COUNT]) [ADJ](?:[KIN])>(?: die <called> (?:heet|heten))?
family: mijn [ADJ](?:[KIN]) (?:heet|heten) <called>
""",
)
