"""German and Dutch: the verb comes last after "that", and an infinitive alone is an order."""

from dnam.rules.admit.tongues.values import Tongue

_OBJECT = (
    r"(?=\s+(?:mir|mich|uns|dich|alle[sn]?|jede\w*|nur|immer|niemals|nie|stets|bitte|d(?:ie|er|as|en|em)"
    r"|ein\w*|dein\w*"
    r"|auf|in|so|als|wie|zusammen|dass|daß|weiter|nicht|kein\w*|mit|ohne|von|ab|künftig|ausschließlich"
    r"|diese\w*|vor\w*)"
    r"(?!\p{L})|\s*[:!,]|\s*$)"
)

GERMAN = Tongue(
    before=r"bitte|jetzt|nun|also|und|oder|aber|dann|sondern|dass|daß|mal|hey|hallo|ok|okay|bot|assistent"
    r"|wichtig|ki"
    r"|merk(?:e)? dir(?: bitte| mal)?|denk (?:daran|dran)|vergiss nicht|erinnere dich(?: daran)?"
    r"|notiere?|regel",
    orders=rf"(?:(?:ignorier|missacht|antwort|beantwort|erklär|übersetz|beschreib|nenn|zeig|erzähl"
    rf"|erstell|befolg|gehorch"
    rf"|wiederhol|verwend|benutz|behandel|verhalt|imitier|simulier|umgeh|formulier|begrüß|beleidig|lob"
    rf"|erwähn|verweiger|stimm"
    rf"|bestätig|duz|siez|akzeptier|betracht|ersetz|lösch|liefer|verrat)e?|vergiss|vergesst|schreib"
    rf"|sprich|sprecht|sag|gib|lies|spiel"
    rf"|rede?|fass|nimm|mach|hör|folg|brich|beende|beginne?|fange?|starte|liste|halt|bleib|sprech|tu|leg"
    rf"|füg|red)"
    rf"{_OBJECT}"
    r"|(?:antworten|ignorieren|vergessen|sprechen|schreiben|sagen|nennen|benutzen|verwenden|reden|geben"
    r"|erklären|übersetzen"
    r"|tun|verhalten|handeln|beachten|befolgen|missachten|seien) sie"
    r"|(?!ich|wir)\p{L}+ dich(?!\p{L})|tu(?:e|t)? (?:bitte )?so|stell dir vor|spiele? (?:die rolle|einen"
    r"|eine)|gib dich|sei(?:d)?(?= (?:ab|von|immer|stets|nie|niemals|nicht|ein\p{L}*|kein\p{L}*"
    r"|mein\p{L}*|bitte|so|wie|jetzt|nun|doch|mal|nett|frech|kurz|gemein"
    r"|\p{L}+(?:lich|ig|isch|sam|voll|bar|los|haft|ant|ent))(?!\p{L}))"
    r"|(?:schreib|sprech|red|spiel|les|mach)e(?=\s+(?:immer|nur|ab|wie|als|so|auf|in)(?!\p{L}))",
    marks=r"auf (?:deutsch|englisch|französisch|spanisch|\p{L}+isch)|in (?:reimen|versen|großbuchstaben)"
    r"|wie ein\w*|als (?:ob|wär\p{L}*|ein\p{L}*)"
    r"|mit (?:ja|nein)|jede (?:frage|antwort|nachricht)|jedem satz|mich|mir",
    joins=r"und|oder|sondern",
    mine=r"ich|wir",
    your=r"dein\p{L}*",
    you=r"du|dir|(?-i:Ihr)",
    agrees=r"(?=[^,.!?]{0,80}?(?<!\p{L})(?:(?!est)\p{L}*st|müsst|sollt|seid|dürft|werdet)(?!\p{L}))",
    must=r"(?:du )?(?:sollst|musst|darfst|wirst|hast zu)(?: du)?|ihr (?:müsst|sollt|dürft)"
    r"|bist (?:du )?(?:verpflichtet|gezwungen)",
    that=r"dass|daß|wenn du|weil|damit|sodass|ob|falls",
    now=r"ab (?:jetzt|sofort|nun|heute)|von (?:jetzt|nun|heute) an|von jetzt ab|künftig|zukünftig"
    r"|in zukunft|fortan",
    ever=r"immer|stets|niemals|nie|nur(?: noch)?|ausschließlich|grundsätzlich|alle|keine?|jede",
    bare=r"(?:be)?antworten|ignorieren|vergessen|sprechen|reden|schreiben|sagen|erwähnen|verwenden"
    r"|benutzen|nutzen|befolgen|gehorchen"
    r"|zustimmen|missachten|nennen|formulieren|reimen|fluchen|duzen|siezen|verweigern|wiederholen"
    r"|übersetzen|tun|beginnen|beenden"
    r"|anfangen|preisgeben|verraten|loben|beleidigen|ausführen|einhalten",
    last=True,
    rules=r"(?:anweisung|regel|vorgabe|befehl|instruktion|richtlinie|einschränkung|beschränkung|anordnung"
    r"|prompt|filter|grenze)\p{L}*"
    r"|(?:bisherige|vorherige|obige|frühere)\p{L}*",
    undo=r"ignorier(?:e|en sie)?|vergiss|vergesst|vergessen sie|missacht(?:e|en sie)|umgeh(?:e|en sie)?"
    r"|brich|brechen sie"
    r"|lösch(?:e|en sie)?|überschreib(?:e|en sie)?",
    machine=r"(?:der |die |das |dieser |diese |dieses |jeder |unser )?(?:chat)?(?:bot|ki"
    r"|assistent(?:in)?|sprachmodell|modell|dnam)",
    answers=r"(?:alle |jede |deine |die |seine |künftige |weitere )*(?:antwort(?:en)?|nachricht(?:en)?"
    r"|ausgabe(?:n)?|reaktion(?:en)?)",
    said=r"(?:antwort|nachricht|ausgabe|sätze?n?|reaktion|rolle|name)\p{L}*",
    each=r"(?:in|nach|vor|zu) (?:jede[rmn]|allen) (?:deiner )?(?:antwort|nachricht)\p{L}*",
    duty=r"muss|müssen|soll(?:te|en|ten)?|darf|dürfen|hat|haben",
    wishes=r"will|möchte|wünscht(?: sich)?|bevorzugt|verlangt|erwartet|besteht darauf|mag es|es lieber",
    rights=r"(?:erlaubnis|berechtigung|befugnis|genehmigung|recht|zugriff|zugang|berechtigt|befugt|darf"
    r"|dürfen)(?!\p{L})[^.!?]{0,40}?(?<!\p{L})(?:dms?|pns?|direktnachrichten|privatnachrichten"
    r"|(?:alle|fremde|private|geheime)\p{L}* (?:nachrichten|chats|kanälen?|erinnerungen|gesprächen?)) "
    r"(?:zu )?(?:ein|mit|an)?(?:zu)?(?:lesen|sehen|durchsuchen|hören|teilen|zeigen)"
    r"|(?:zugriff|zugang) (?:auf|zu) (?:\p{L}+ )?(?:dms?|direktnachrichten|privatnachrichten"
    r"|(?:private|geheime)\p{L}* (?:nachrichten|chats|kanälen?|erinnerungen|gesprächen?))",
    says=r"sagt|sagte|meint|meinte|schrieb|schreibt|rief|ruft|hat gesagt|findet",
)

DUTCH = Tongue(
    before=r"alsjeblieft|graag|nu|dus|en|of|maar|dan|dat|hé|hoi|hallo|ok|oké|bot|assistent|belangrijk|ai"
    r"|onthou(?:d)?|denk eraan|vergeet niet|noteer|regel|als",
    orders=r"(?:negeer|gehoorzaam|herhaal|vertaal|noem|gedraag je|wees|zeg|vertel|geef|reageer|omzeil"
    r"|verklap|onthul|verraad|beëindig|simuleer|imiteer"
    r"|behandel|doe alsof|doe (?:net )?(?:of|zoals)|stel je voor|leg|verwijder|overtreed|weiger|houd je"
    r"|hou je)"
    r"|antwoord(?=\s+(?:altijd|nooit|alleen|voortaan|in|op|met|als|niet|mij|me|steeds|uitsluitend|enkel"
    r"|iedereen)(?!\p{L}))"
    r"|(?:vergeet|breek)(?=\s+(?:alle|alles|je|jouw|wat|de (?:regels|instructies|vorige|eerdere)|elke"
    r"|nooit)(?!\p{L}))",
    maybe=r"spreek|praat|schrijf|speel|gebruik|begin|eindig|stop|lees|maak|volg|handel|rijm|vloek|sluit"
    r"|beantwoord",
    marks=r"in het (?:engels|nederlands|duits|frans|spaans|\p{L}+s)(?!\p{L})|op rijm|als (?:een|of)|alsof"
    r"|elk(?:e)? (?:antwoord|vraag|bericht|zin)|ieder(?:e)? (?:antwoord"
    r"|bericht|vraag)|de rol|mij|met (?:ja|nee)|je antwoord|voortaan|altijd (?:in|met|als)|jouw"
    r"|wachtwoord|in je rol",
    told=r"zijn|haar|hun|z'n|d'r|vaak|soms|weleens|meestal",
    joins=r"en|of|maar",
    mine=r"ik|we|wij",
    your=r"je|jouw|uw",
    you=r"jij|je|jullie|u|jou",
    agrees=r"(?=[^,.!?]{0,80}?(?<!\p{L})(?:bent|moet|mag|zult|zal|kan|kunt|hoort|dient|gaat|hebt|was"
    r"|wordt|noemt|antwoordt|spreekt|praat|schrijft|negeert"
    r"|zegt|doet|speelt|reageert|volgt|gehoorzaamt|gebruikt|blijft|gedraagt|vertelt|vergeet|geeft|maakt"
    r"|werkt|leeft|houdt|begint)(?!\p{L}))",
    second=r"ben (?:je|jij)(?! (?:er|nog|weleens))",
    must=r"(?:je|jij|u|jullie) (?:moet|mag|zult|zal|dient|hoeft|hebt te)|(?:moet|mag|zul|zal|dien"
    r"|hoef) (?:je|jij|u)|(?:moeten|zullen) jullie",
    that=r"dat|omdat|zodat|of|wanneer",
    now=r"vanaf (?:nu|vandaag|heden|dit moment)|voortaan|in het vervolg|in de toekomst",
    ever=r"altijd|steeds|nooit|alleen(?: nog)?|uitsluitend|enkel|alle|geen|elke",
    bare=r"(?:be)?antwoorden|negeren|vergeten|spreken|praten|schrijven|zeggen|noemen|gebruiken"
    r"|gehoorzamen|vertalen|herhalen|reageren|volgen|vermelden"
    r"|verklappen|rijmen|vloeken|weigeren|doen|eindigen|beginnen",
    last=True,
    rules=r"(?:instructie|regel|aanwijzing|opdracht|richtlijn|beperking|bevel|prompt|filter|grens)\p{L}*"
    r"|(?:voorgaande|bovenstaande|vorige|eerdere)",
    undo=r"negeer|vergeet|omzeil|breek|overtreed|verwijder|wis",
    machine=r"(?:de |het |deze |dit |elke |onze )?(?:chat)?(?:bot|ai|assistent(?:e)?|taalmodel|model|dnam)",
    answers=r"(?:alle |elk |elke |ieder |je |jouw |de |het |toekomstige )*(?:antwoord(?:en)?"
    r"|bericht(?:en)?|reactie(?:s)?)",
    said=r"(?:antwoord|bericht|reactie|zin|rol|naam)\p{L}*",
    each=r"(?:in|bij|na) (?:elk|ieder|alle)e? (?:antwoord|bericht)\p{L}*",
    duty=r"moet(?:en)?|mag|mogen|zal|zullen|dient|dienen|hoort|horen",
    says=r"zegt|zei|vindt|vond|schreef|schrijft|roept|riep",
)
