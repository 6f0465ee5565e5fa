"""German."""

from dnam.rules.tongues.tongue import Tongue, persons

GERMAN = Tongue(
    code="de",
    cue=r"ich|mein|meine|mich",
    subject="ich ",
    openers=r"hallo|hi|hey|moin|servus|na|also|ja|nein|nee|nö|doch|ok(?:ay)?|ach(?:so)?|oh|übrigens|btw"
    r"|naja|nun|fun fact"
    r"|zur info|leute|zusammen|allerseits|guten (?:morgen|tag|abend)|und|aber|ehrlich gesagt|korrektur"
    r"|(?:mittlerweile|inzwischen|jetzt|aktuell|derzeit|momentan|zurzeit)(?= \p{L}+ ich)"
    r"|seit (?:\d{4}|(?:\p{L}+|\d+) (?:jahren|monaten|wochen)|kurzem)(?= \p{L}+ ich)",
    fillers=r"jetzt|nun|übrigens|aktuell|derzeit|momentan|zurzeit|mittlerweile|inzwischen|schon|auch|ja"
    r"|halt|leider"
    r"|total|sehr|echt|wirklich|besonders|über alles|fließend|ein bisschen|etwas|gut|ursprünglich"
    r"|eigentlich(?= aus)"
    r"|seit (?:\d{4}|(?:\p{L}+|\d+) (?:jahren|monaten|wochen)|kurzem|meiner geburt|der geburt)|von beruf",
    joins=r"und|aber|sowie|doch|denn|weil",
    doubt=r"gesetzt|sagen wir|mal angenommen|zum beispiel|schön wär's|wenn|falls|würde\p{L}*|wär\p{L}*"
    r"|hätt\p{L}*|könnt\p{L}*|möchte\p{L}*|sollte\p{L}*|wünsch\p{L}*"
    r"|hoff\p{L}*"
    r"|vielleicht|angeblich|wahrscheinlich|vermutlich|ob|glaub\p{L}*|denk(?:e|t|st|en)|dachte\p{L}*"
    r"|mein(?:t|te|ten|st)|sag(?:t|te|ten|en|st|test|e)?|gesagt|behaupt\p{L}*|erzähl\p{L}*|schreibt|schrieb"
    r"|geschrieben"
    r"|frag\p{L}*|früher|damals|einst|heute|gestern|morgen|nächste\p{L}*|bald|demnächst|später|nachher"
    r"|gleich|traum"
    r"|träum\p{L}*|stell\p{L}* dir vor|angenommen|oder|fast|quasi|nie(?:mals)?|will|wollte|werde|plan\p{L}*"
    r"|irgendwann"
    r"|eines tages|als kind|spiel|charakter|figur|war(?:en)?|hatte|bevor|nachdem|bis|solange|manchmal"
    r"|ab und zu|lied"
    r"|song|zitat|übersetz\p{L}*|gerade|grade|vorübergehend|rolle|tu so|tue so",
    never=r"euer|eure\p{L}*|ich|du|er|es|wir|ihr|sie|mich|dich|ihn|ihm|uns|euch|ihnen|mir|dir|mein\p{L}*"
    r"|dein\p{L}*"
    r"|sein\p{L}*"
    r"|das(?! (?-i:\p{Lu}))|dies\p{L}*|jene\p{L}*|was|wer|wen|wem|wo|wie|wann|warum|welch\p{L}*|nicht"
    r"|nichts|kein\p{L}*|dass|daß"
    r"|alles|alle|niemand\p{L}*|jemand\p{L}*|leben|zu|um|hier|dort",
    nowhere=r"versehen|miete|untermiete|angst|frieden|scheidung|trennung|armut|sünde|wg|haus|hause|wohnung"
    r"|zimmer"
    r"|stadt|innenstadt"
    r"|großstadt|kleinstadt|altstadt|vorstadt|dorf|land|ausland|nähe|gegend|keller|hotel|heim|wohnheim"
    r"|teilzeit"
    r"|vollzeit|\p{L}*schicht|homeoffice|office|dusche|kino|schule|arbeit|urlaub|bett|büro|beziehung"
    r"|partnerschaft|ehe"
    r"|isolation|quarantäne|gefangenschaft|freiheit|vergangenheit|zukunft|\p{L}*welt|blase|ruhe|elternhaus"
    r"|bergen"
    r"|geld|umme|lau|prüfung\p{L}*|klausur\p{L}*|einsamkeit|harmonie|zwei|drei|neugier|spaß|liebe|sorge"
    r"|sicherheit",
    turned=(r"^(\p{L}+) ich\b", r"ich \1"),
    lists={
        "COUNT": "eine[nm]?|ein|zwei|drei|vier|fünf|sechs|[1-9]",
        "PETS": "hund|hunde|hündin|katze|katzen|kater|kätzchen|welpen?|hamster|kaninchen|hasen?"
        "|meerschweinchen|pferde?"
        "|wellensittiche?|papagei(?:en)?|schildkröten?|fische?|goldfische?|schlangen?|ratten?|mäuse|vogel"
        "|vögel|hühner"
        "|ziegen?|esel|igel|gecko|leguan|gans|enten?|dackel|pudel|mops|labrador|schäferhund",
        "KIN": "sohn|söhne|tochter|töchter|kind|kinder|bruder|brüder|schwester|schwestern|geschwister"
        "|zwillinge|frau|mann"
        "|mutter|vater|mama|papa|oma|opa|freundin|verlobte[rn]?|enkel|enkelin|enkelkinder|tante|onkel"
        "|neffen?|nichten?"
        "|cousine?|partnerin?",
        "ADJ": r"(?:\p{L}+e[nrs]? )?",
        "LANGS": "deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|niederländisch|polnisch"
        "|russisch"
        "|ukrainisch|türkisch|arabisch|chinesisch|japanisch|koreanisch|griechisch|schwedisch|dänisch"
        "|norwegisch"
        "|finnisch|tschechisch|ungarisch|rumänisch|kroatisch|serbisch|bulgarisch|hebräisch|persisch|farsi"
        "|hindi|latein"
        "|kurdisch|vietnamesisch|plattdeutsch|esperanto",
        "DIETS": "vegan|vegetarisch|vegetarierin?|veganerin?|pescetarierin?|glutenfrei",
        "JOBS": "lehrer(?:in)?|arzt|ärztin|krankenschwester|krankenpfleger(?:in)?|ingenieur(?:in)?"
        "|student(?:in)?"
        "|schüler(?:in)?|programmierer(?:in)?|entwickler(?:in)?|koch|köchin|bäcker(?:in)?|tischler(?:in)?"
        "|elektriker(?:in)?"
        "|informatiker(?:in)?|anwalt|anwältin|polizist(?:in)?|verkäufer(?:in)?|architekt(?:in)?"
        "|grafiker(?:in)?"
        "|friseur(?:in)?|rentner(?:in)?|azubi|erzieher(?:in)?|mechaniker(?:in)?|landwirt(?:in)?"
        "|journalist(?:in)?"
        r"|\p{L}+(?:lehrer|arzt|ärztin|pfleger|ingenieur|entwickler|techniker|mechaniker|berater"
        r"|kauf(?:mann|frau))(?:in)?",
        "DATE": r"\d{1,2}\. ?(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober"
        r"|november|dezember)"
        r"(?: \d{4})?|\d{1,2}\.\d{1,2}\.(?:\d{2,4})?",
    },
    thirds=persons(
        """
        wohnt=wohne lebt=lebe arbeitet=arbeite heißt=heiße ist=bin mag=mag liebt=liebe hasst=hasse
        hat=habe spricht=spreche kommt=komme isst=esse trinkt=trinke
        """
    ),
    table=r"""
home: ich (?:wohn|leb)e? in(?: der| den)? <place>
near: ich (?:wohn|leb)e? (?:in der nähe von|nahe|nicht weit von) <place>
home: ich bin (?:(?:kürzlich|vor kurzem|frisch|wieder|zurück|letzt\p{L}+ \p{L}+
    |\d{4}) )*nach <place> (?:um)?gezogen
home over: ich (?:wohn|leb)e? nicht (?:mehr|länger) in(?: der| den)? <place>
home over: ich bin aus <place> weggezogen
employer: ich arbeite? bei(?: der| dem| den)? <employer>
employer: ich arbeite? für <place>
employer: ich arbeite? (?:bei|in) <employer:(?:einer|einem) .+>
employer: ich arbeite? an <employer:(?:einer|der) (?:\p{L}+ )?\p{L}*(?:schule|uni|universität)(?: \p{L}+)?>
employer: ich arbeite? <listed:im (?:krankenhaus|klinikum|supermarkt|kindergarten|einzelhandel|museum|theater
    |labor
    |hafen|restaurant|café|hotel|marketing|vertrieb|außendienst)|in der (?:pflege|it|gastronomie|bank
    |apotheke|bäckerei
    |kita|klinik|bibliothek|verwaltung|buchhaltung|forschung|industrie|logistik|werbung)>
employer over: ich arbeite? nicht mehr (?:bei|für)(?: der| dem| den)? <employer>
job: ich arbeite? als <job>
job: ich bin <listed:[JOBS]>
job over: ich arbeite? nicht mehr als <job>
name: ich hei(?:ß|ss)e? <name>
name: mein (?:vor)?name ist <name>
age: ich bin <age>(?: jahre(?: alt)?)?
age: ich bin <age>(?: jahre alt)? geworden
birthday: mein geburtstag ist (?:der|am) <listed:[DATE]>
birthday: ich habe? am <listed:[DATE]> geburtstag
birthday: ich (?:bin|wurde) am <listed:[DATE]> geboren
origin: ich (?:komme?|stamme?|bin)(?: gebürtig)? aus(?: der| den)? <place>
origin: ich (?:bin|wurde) in <place> (?:geboren|aufgewachsen|geboren und aufgewachsen)
language: ich (?:spreche?|kann) <listed:(?:[LANGS])(?:(?:, | und |, und )(?:[LANGS]))*>
likes: ich (?:mag|liebe?|vergöttere|bevorzuge) <thing>
likes: ich (?:esse?|trinke?|spiele?|lese?|koche?|höre?|schaue?|gucke?|backe?|fahre?|gehe?|singe?|tanze?|male?
    |zeichne|reise?
    |schwimme?|wandere?)(?: (?:gern|gerne|am liebsten))(?: <thing>)?
likes: ich stehe? auf <thing>
likes: mein(?:e|er)? lieblings\p{L}+ (?:ist|sind) <thing>
hates: ich (?:hasse?|verabscheue) <thing>
hates: ich mag keine?n? <thing:.+?>(?: mehr)?
hates: ich mag <thing:.+?> (?:überhaupt |gar )?nicht(?: mehr| so)?
hates: ich (?:esse?|trinke?) (?:nicht gerne?|ungern) <thing>
hates: ich kann <thing> nicht (?:leiden|ausstehen|ab)
allergy: ich bin (?:stark |schwer |hoch)?allergisch (?:gegen|auf) <thing>
allergy: ich habe? (?:eine )?<thing:(?:\p{L}+ )?\p{L}+(?:allergie|unverträglichkeit|intoleranz)>
allergy: ich vertrage keine?n? <thing>
allergy: ich bin <listed:\p{L}+intolerant>
diet: ich bin <listed:[DIETS]>
diet: ich (?:lebe?|ernähre? mich|esse?) <listed:vegan|vegetarisch|glutenfrei|koscher|halal|laktosefrei>
diet: ich esse? <listed:keine?n? (?:fleisch|schweinefleisch|rindfleisch|fisch|gluten|zucker|milchprodukte
    |eier)>
diet: ich trinke? <listed:keinen alkohol|keinen kaffee>
diet over: ich bin keine? <listed:[DIETS]> mehr
diet over: ich bin nicht mehr <listed:[DIETS]>
pet: ich habe? <listed:(?:[COUNT]) [ADJ](?:[PETS])>(?: namens <called>)?
pet: meine? [ADJ](?:[PETS]) hei(?:ß|ss)(?:t|en) <called>
family: ich habe? <listed:(?:[COUNT]) [ADJ](?:[KIN])>(?: namens <called>)?
family: meine? [ADJ](?:[KIN]) hei(?:ß|ss)(?:t|en) <called>
""",
)
