"""Polish."""

from dnam.rules.tongues.tongue import Tongue, persons

POLISH = Tongue(
    code="pl",
    cue=r"ja|mieszkam|mam|jestem|pracuję|lubię|kocham|nie|nazywam|mój|moja|moje|moi|pochodzę|mówię"
    r"|urodził\p{L}*|uwielbiam"
    r"|nienawidzę|wolę|przeprowadził\p{L}*|skończył\p{L}*|już|jem|piję|wychował\p{L}*|żyję|znam|urodziny",
    openers=r"hej|cześć|siema|witam|dzień dobry|dobry wieczór|tak|nie,|ok|ach|oh|no|więc|swoją drogą|btw"
    r"|a tak w ogóle|w sumie|i|ale|a"
    r"|wszystkim|ludzie|teraz|obecnie|aktualnie|sprostowanie|od \d{4}(?: roku)?",
    fillers=r"teraz|obecnie|aktualnie|bardzo|też|także|również|naprawdę|trochę|płynnie|niestety|na co dzień"
    r"|zawodowo|najbardziej"
    r"|od (?:\d{4}(?: roku)?|(?:\p{L}+|\d+) (?:lat|miesięcy|tygodni)|zawsze|urodzenia|dziecka|roku)",
    joins=r"i|a|oraz|ale|bo",
    doubt=r"powiedzmy|załóżmy|na przykład|gdyby\p{L}*|jeśli|jeżeli|jakby\p{L}*|chciał\p{L}*|chcę|może|chyba"
    r"|podobno|ponoć|prawdopodobnie"
    r"|mówi|mówią|mówił\p{L}*"
    r"|powiedział\p{L}*|twierdz\p{L}*|myśl\p{L}*|sądz\p{L}*|uważa\p{L}*|pisze|napisał\p{L}*|kiedyś|dawniej"
    r"|wcześniej|mieszkał\p{L}*"
    r"|pracował\p{L}*|był\p{L}*|miał\p{L}*|dziś|dzisiaj|jutro|wczoraj|wkrótce|niedługo|będę|zamierzam"
    r"|planuję|marz\p{L}*|śni\p{L}*"
    r"|sen|grze|grach|postać|rola|roli|piosenk\p{L}*|czy|albo|lub|prawie|wyobra\p{L}*|gdy|kiedy"
    r"|jako dziecko|nigdy|udaję"
    r"|tymczasowo|czasami|pyta\p{L}*|niby|lubił\p{L}*",
    never=r"tobą|nim|nią|nami|wami|sobą|twój|wasz\p{L}*|swój|ja|ty|on|ona|ono|my|wy|oni|one|mnie|ciebie|cię"
    r"|ci|go|jego|ją|jej|ich|im"
    r"|nas|was|to|tego|ten|ta"
    r"|te|tę|tym|tych|co|kto"
    r"|gdzie|jak|dlaczego|nie|nic|nikt|nikogo|że|się|wszystko|wszystkich|mój|moj\p{L}*|swoj\p{L}*"
    r"|twoj\p{L}*|życie|tu|tutaj|tam"
    r"|jestem|mam",
    nowhere=r"domu|mieszkaniu|bloku|mieście|wsi|centrum|akademiku|internacie|spokoju|strachu|zgodzie|górach"
    r"|kraju|granicą|hotelu"
    r"|pokoju|niepewności|grzechu|biegu|nocy|weekendy|zdalnie|etat|zmiany|budowie|pobliżu|okolicy"
    r"|przyszłości|ruchu|wynajmie"
    r"|związku|małżeństwie|samotności|pracy|szkoły|sklepu|pośpiechu|święta|ulicy|czarno",
    lists={
        "COUNT": r"jednego|jedną|jedno|dwa|dwie|dwóch|dwoje|trzy|troje|trzech|cztery|pięć|[1-9]",
        "PETS": "psa|psy|psów|suczkę|kota|kotkę|koty|kotów|szczeniaka|kociaka|chomika|chomiki|królika"
        "|króliki|świnkę morską|konia|konie"
        "|papugę|papugi|żółwia|żółwie|rybki|rybkę|węża|szczura|szczury|kury|kozę|kozy|kanarka|jeża|gęś"
        "|kaczki|fretkę",
        "PET": "pies|suczka|suka|kot|kotka|szczeniak|chomik|królik|świnka|koń|papuga|żółw|rybka|wąż|szczur"
        "|kanarek|fretka",
        "KIN": "syna|synów|córkę|córki|dziecko|dzieci|brata|braci|siostrę|siostry|rodzeństwo|bliźniaki"
        "|bliźnięta|żonę|męża|wnuka|wnuczkę"
        "|wnuki|dziewczynę|chłopaka|narzeczoną|narzeczonego",
        "KINS": "syn|córka|brat|siostra|żona|mąż|mama|tata|matka|ojciec|babcia|dziadek|dziewczyna|chłopak"
        "|narzeczona|narzeczony|ciocia"
        "|wujek|kuzyn|kuzynka|wnuk|wnuczka|dziecko",
        "ADJ": r"(?:\p{L}+(?:ego|ą|ego|y|e|a|i|ych) )?",
        "LANGS": r"(?:po )?(?:polsku|angielsku|niemiecku|francusku|hiszpańsku|włosku|portugalsku"
        r"|niderlandzku|rosyjsku|ukraińsku|turecku"
        "|arabsku|chińsku|japońsku|koreańsku|grecku|szwedzku|duńsku|norwesku|fińsku|czesku|słowacku"
        "|węgiersku|rumuńsku|chorwacku"
        "|hebrajsku|śląsku|kaszubsku|łacinie)",
        "TONGUES": "polski|angielski|niemiecki|francuski|hiszpański|włoski|rosyjski|ukraiński|japoński"
        "|chiński|czeski|szwedzki|norweski",
        "DIETS": "wegetarianinem|wegetarianką|weganinem|weganką",
        "JOBS": "nauczyciel(?:em|ką)|lekarzem|lekarką|inżynierem|programistą|programistką|studentem"
        "|studentką|kucharzem|kucharką"
        "|pielęgniarką|pielęgniarzem|kierowcą|prawnikiem|prawniczką|policjant(?:em|ką)|sprzedawcą"
        "|architekt(?:em|ką)|grafikiem"
        "|fryzjer(?:em|ką)|dziennikar(?:zem|ką)|księgow(?:ą|ym)|mechanikiem|rolnikiem|dentyst(?:ą|ką)"
        "|tłumacz(?:em|ką)|elektrykiem"
        "|emeryt(?:em|ką)|farmaceut(?:ą|ką)|piekarzem|uczni(?:em|em)|uczennicą|weterynarzem",
        "DATE": r"\d{1,2}\.? (?:stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września"
        r"|października|listopada|grudnia)"
        r"(?: \d{4}(?: roku)?)?",
    },
    thirds=persons(
        """
        mieszka=mieszkam pracuje=pracuję nazywa=nazywam ma=mam jest=jestem lubi=lubię kocha=kocham
        uwielbia=uwielbiam nienawidzi=nienawidzę je=jem pije=piję
        """
    ),
    table=r"""
home: (?:ja )?(?:mieszkam|żyję) (?:w|we|na) <place>
near: (?:ja )?mieszkam (?:koło|obok|niedaleko|pod|blisko) <place>
home: (?:ja )?(?:właśnie |niedawno )?(?:przeprowadził[ea]m się|sprowadził[ea]m się) do <place>
home over: (?:ja )?już nie mieszkam (?:w|we|na) <place>
home over: (?:ja )?nie mieszkam już (?:w|we|na) <place>
employer: (?:ja )?pracuję (?:dla|u) <place>
work: (?:ja )?pracuję (?:w|we|na) <employer>
work over: (?:ja )?(?:już nie pracuję|nie pracuję już) (?:w|we|na|dla|u) <employer>
job: (?:ja )?pracuję jako <job>
job: (?:ja )?jestem <listed:[JOBS]>
job over: (?:ja )?(?:już nie pracuję|nie pracuję już) jako <job>
name: (?:ja )?(?:nazywam się|mam na imię) <name>
name: moje imię to <name>
age: (?:ja )?mam <age> (?:lata|lat)
age: (?:ja )?(?:właśnie )?skończył[ea]m <age> (?:lata|lat)
birthday: (?:mam urodziny|moje urodziny są|urodziny mam|moje urodziny to) <listed:[DATE]>
birthday: (?:ja )?urodził[ea]m się <listed:[DATE]>
origin: (?:ja )?(?:pochodzę|jestem) (?:z|ze) <place>
origin: (?:ja )?(?:urodził[ea]m się|wychował[ea]m się|urodził[ea]m się i wychował[ea]m) (?:w|we|na) <place>
language: (?:ja )?mówię <listed:po (?:[LANGS])(?:(?:, | i |, i )(?:[LANGS]))*>
language: (?:ja )?znam (?:język )?<listed:(?:[TONGUES])(?:(?:, | i |, i )(?:[TONGUES]))*>
likes: (?:ja )?(?:lubię|kocham|uwielbiam|wolę) <thing>
likes: (?:mój|moja|moje) (?:ulubion[yae]) \p{L}+ to <thing>
hates: (?:ja )?(?:nienawidzę|nie lubię|nie znoszę|nie cierpię|już nie lubię) <thing>
allergy: (?:ja )?(?:mam alergię|mam uczulenie|jestem uczulon[ya]|jestem uczuleniowcem) na <thing>
allergy: (?:ja )?nie toleruję <thing>
diet: (?:ja )?jestem <listed:[DIETS]>
diet: (?:ja )?<listed:nie jem (?:mięsa|wieprzowiny|ryb|glutenu|nabiału|jajek|cukru)|nie piję (?:alkoholu
    |kawy)>
diet over: (?:ja )?(?:już nie jestem|nie jestem już) <listed:[DIETS]>
pet: (?:ja )?mam <listed:(?:(?:[COUNT]) )?[ADJ](?:[PETS])>(?: o imieniu <called>)?
pet: (?:mój|moja|moje) [ADJ](?:[PET]) (?:nazywa się|wabi się|ma na imię) <called>
family: (?:ja )?mam <listed:(?:(?:[COUNT]) )?[ADJ](?:[KIN])>(?: o imieniu <called>)?
family: (?:mój|moja|moje) [ADJ](?:[KINS]) (?:ma na imię|nazywa się) <called>
""",
)
