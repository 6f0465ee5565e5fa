"""Verbs of nine languages, from "I" to "he, she": only what is certain.

Irregular and everyday verbs stand in tables; endings are changed by rule only where that is right for every
verb that ends so. A verb that is neither is not known, and the words stay as they were said.
"""

import regex


def _pairs(text: str) -> dict[str, str]:
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


TABLES: dict[str, dict[str, str]] = {
    "de": _pairs("""
        bin ist habe hat hab hat mag mag kann kann muss muss will will soll soll darf darf weiß weiß werde
        wird war war hatte hatte wurde wurde esse isst lese liest spreche spricht fahre fährt schlafe
        schläft trage trägt sehe sieht nehme nimmt gebe gibt helfe hilft treffe trifft vergesse vergisst
        laufe läuft halte hält lasse lässt fange fängt wasche wäscht breche bricht werfe wirft messe misst
        trete tritt empfehle empfiehlt backe backt rate rät falle fällt lade lädt schlage schlägt wachse
        wächst verlasse verlässt behalte behält erhalte erhält verspreche verspricht befehle befiehlt stehle
        stiehlt sterbe stirbt heirate heiratet berate berät vertrage verträgt beantrage beantragt erfahre
        erfährt möchte möchte würde würde könnte könnte sollte sollte bekam bekam ging ging kam kam
    """),
    "nl": _pairs("""
        ben is heb heeft kan kan mag mag moet moet wil wil zal zal weet weet was was had had hou houdt houd
        houdt vind vindt doe doet ga gaat sta staat zie ziet woon woont werk werkt speel speelt lees leest
        schrijf schrijft leer leert studeer studeert eet eet drink drinkt slaap slaapt kook kookt haat haat
        spreek spreekt praat praat rijd rijdt rij rijdt fiets fietst loop loopt zwem zwemt verzamel
        verzamelt gebruik gebruikt heet heet kom komt geef geeft neem neemt maak maakt bouw bouwt koop koopt
        ken kent voel voelt droom droomt hoop hoopt reis reist teken tekent schilder schildert zing zingt
        dans danst luister luistert kijk kijkt volg volgt help helpt draag draagt
    """),
    "fr": _pairs("""
        suis est ai a vais va peux peut veux veut fais fait dois doit sais sait bois boit lis lit écris
        écrit dors dort cours court vis vit vois voit crois croit pars part sors sort finis finit choisis
        choisit conduis conduit tiens tient viens vient deviens devient prends prend apprends apprend
        comprends comprend attends attend perds perd vends vend réponds répond mets met connais connaît hais
        hait préfère préfère grandis grandit ris rit sers sert cuis cuit meurs meurt
    """),
    "es": _pairs("""
        soy es estoy está tengo tiene vivo vive trabajo trabaja prefiero prefiere odio odia amo ama hablo
        habla estudio estudia juego juega toco toca quiero quiere puedo puede sé sabe conozco conoce bebo
        bebe como come leo lee escribo escribe duermo duerme hago hace salgo sale vengo viene voy va digo
        dice uso usa necesito necesita compro compra cocino cocina nado nada corro corre viajo viaja
        colecciono colecciona aprendo aprende enseño enseña cumplo cumple nací nació he ha fui fue tuve tuvo
        era era tenía tenía vivía vivía trabajaba trabajaba llamo llama levanto levanta dedico dedica mudé
        mudó casé casó detesto detesta adoro adora fumo fuma canto canta bailo baila pinto pinta debo debe
        creo cree espero espera
    """),
    "pt": _pairs("""
        sou é estou está tenho tem moro mora vivo vive gosto gosta trabalho trabalha prefiro prefere odeio
        odeia amo ama falo fala jogo joga toco toca estudo estuda quero quer posso pode sei sabe vou vai
        faço faz bebo bebe como come leio lê escrevo escreve durmo dorme uso usa nasci nasceu fui foi tive
        teve conheço conhece adoro adora detesto detesta chamo chama preciso precisa compro compra cozinho
        cozinha nado nada corro corre viajo viaja coleciono coleciona aprendo aprende ensino ensina venho
        vem saio sai digo diz vejo vê ouço ouve era era tinha tinha morava morava trabalhava trabalhava fumo
        fuma canto canta danço dança devo deve acho acha espero espera
    """),
    "it": _pairs("""
        sono è ho ha vivo vive abito abita lavoro lavora preferisco preferisce odio odia amo ama parlo parla
        gioco gioca suono suona studio studia voglio vuole posso può so sa devo deve vado va faccio fa bevo
        beve mangio mangia leggo legge scrivo scrive dormo dorme uso usa conosco conosce adoro adora detesto
        detesta chiamo chiama sto sta vengo viene cucino cucina nuoto nuota corro corre viaggio viaggia
        colleziono colleziona imparo impara insegno insegna compro compra ero era avevo aveva lavoravo
        lavorava vivevo viveva abitavo abitava fumo fuma canto canta ballo balla alzo alza occupo occupa
    """),
    "ru": _pairs("""
        люблю любит живу живёт могу может хочу хочет пью пьёт ем ест сплю спит говорю говорит смотрю смотрит
        учу учит учусь учится хожу ходит езжу ездит пишу пишет ненавижу ненавидит вижу видит боюсь боится
        горжусь гордится ищу ищет жду ждёт пеку печёт вожу водит ношу носит курю курит готовлю готовит коплю
        копит верю верит помню помнит лечу лечит пою поёт беру берёт веду ведёт иду идёт еду едет буду будет
        был был была была родился родился родилась родилась терплю терпит зову зовёт
    """),
    "uk": _pairs("""
        люблю любить живу живе можу може хочу хоче п'ю п'є їм їсть сплю спить говорю говорить дивлюся
        дивиться вчу вчить вчуся вчиться навчаюся навчається ходжу ходить їжджу їздить пишу пише ненавиджу
        ненавидить бачу бачить боюся боїться пишаюся пишається шукаю шукає чекаю чекає ношу носить курю
        курить готую готує вірю вірить пам'ятаю пам'ятає співаю співає беру бере веду веде йду йде їду їде
        буду буде був був була була народився народився народилася народилася
    """),
    "pl": _pairs("""
        jestem jest mam ma lubię lubi wolę woli uczę uczy piję pije jem je śpię śpi piszę pisze robię robi
        mówię mówi chcę chce mogę może umiem umie wiem wie rozumiem rozumie nienawidzę nienawidzi widzę
        widzi boję boi chodzę chodzi jeżdżę jeździ muszę musi palę pali tańczę tańczy myślę myśli wierzę
        wierzy noszę nosi jadę jedzie idę idzie biorę bierze znam zna będę będzie powinienem powinien
        powinnam powinna
    """),
}
"""What is certain of single verbs."""
_ENDINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "de": (
        (r"(.+[td])e", r"\1et"),
        (r"(.+(?:[bdfgkpt]|ch)[mn])e", r"\1et"),
        (r"(.*[bdfgkmnpst])le", r"\1elt"),
        (r"(.{2,})e", r"\1t"),
    ),
    "fr": ((r"(.*)ais", r"\1ait"), (r"(.{2,}r)ai", r"\1a"), (r"(.{2,}e)", r"\1")),
    "it": ((r"(.{2,}[aei]v)o", r"\1a"),),
    "ru": (
        (r"(.+[аяеуи])ю", r"\1ет"),
        (r"(.+[аяеуи])юсь", r"\1ется"),
        (r"(.+[аяеиуоыё]л(?:а|ся|ась)?)", r"\1"),
    ),
    "uk": (
        (r"(.+[аяеуюі])ю", r"\1є"),
        (r"(.+[аяеуюі])ю(?:ся|сь)", r"\1ється"),
        (r"(.+[аяеиуоі](?:в|ла|вся|лася))", r"\1"),
    ),
    "pl": (
        (r"(.+[uy]j)ę", r"\1e"),
        (r"((?!progra|reklama|diagra).{2,}a)m", r"\1"),
        (r"(.+[aeiyu]ł)em", r"\1"),
        (r"(.+[aeiyu]ła)m", r"\1"),
    ),
}
"""What verbs end in, and in the third person: right for every verb that ends so."""


def third_person(verb: str, language: str) -> str | None:
    """Give a verb said of oneself as said of another; None when it is not known for certain."""
    low = verb.lower()
    if known := TABLES[language].get(low):
        return known
    if language == "de" and _strong(low):
        return None
    for ending, changed in _ENDINGS.get(language, ()):
        if match := regex.fullmatch(ending, low):
            return match.expand(changed)
    return None


def _strong(verb: str) -> bool:
    """Say whether a German verb is one that changes its vowel, with something before it."""
    changing = (one for one, other in TABLES["de"].items() if one.endswith("e") and other[:3] != one[:3])
    return any(verb.endswith(one) and verb != one for one in changing if len(one) > 3)
