"""Function words of other languages than English: what a question is asked with, not what it asks about.

They are dropped from a question only when it is clearly in that language: it must hold a word that no
English question has, and more words of that language than of English. "Die", "war" and "on" stay in English
questions. Where words are not told apart by spaces, whole phrases are left out. Indexes keep every word.
"""

from collections.abc import Collection

import regex

_TELLING: dict[str, str] = {
    "de": """
    wo wer wen wem wie wann warum welche welcher welches welchen welchem ich ist habe mein meine meinen
    meinem meiner mir mich dir wohin woher weißt weisst kannst hast wovon wofür womit
    """,
    "nl": "waar wie welke waarom hoeveel ik mijn jij heb heeft waarom welk mij jouw",
    "fr": "où quel quelle quels quelles quoi pourquoi combien qui je moi toi suis dans avec sais",
    "es": """
    dónde donde adónde qué quién quien quiénes cuándo cuando cuál cuáles cómo cuánto cuántos cuántas soy
    eres está estoy estás sabes tengo
    """,
    "pt": """
    onde quem quando qual quais porquê é você vocês são está estou sou meu minha meus minhas tenho sabes
    quanto quantos quantas
    """,
    "it": "quale quali perché è sono quanto quanti quante mio miei cosa sai",
    "pl": "gdzie kto kiedy jaki jaka jakie jakim dlaczego czy jestem mój moja moje mnie ile się są",
    "tr": "nerede nereye nereden nerde hangi nasıl neden niçin benim biliyor misin mısın musun müsün",
}
"""Words that tell a language by themselves: hardly any English question has one of them."""
_OTHERS: dict[str, str] = {
    "de": """
    der die das den dem des ein eine einen einem einer eines und oder aber in im an am auf aus bei mit
    nach von zu zum zur vor für über unter um als auch nur noch schon mal denn eigentlich du er sie es
    wir ihr uns euch sich was hat haben bin bist sind war waren wird werden kann nicht dass ob wenn so
    da hier dort dein deine sein seine ihre unser doch ja bitte sag
    """,
    "nl": """
    de het een en of maar in op aan bij met van voor naar uit over te om als ook nog wel al je u hij zij
    ze wij we jullie hun hem haar me is ben bent zijn was waren had hebben dat dit die deze er niet geen
    wat wanneer hoe kan weet zo dan toch
    """,
    "fr": """
    le la les l un une des du de d et ou mais à au aux en sur sous pour par chez ce c cet cette ces se s
    ne n pas plus mon ma mes ton ta tes son sa ses notre votre nos vos leur leurs il elle on nous vous
    ils elles tu te t me m j y est es sont ai as a avons avez ont été être avoir quand comment que qu si
    là donc car très dis peux
    """,
    "es": """
    el la los las un una unos unas y o pero de del a al en con por para sin sobre que como mi mis tu tus
    su sus yo tú él ella nosotros me te se le les lo es son era ser estar hay he ha no si sí más muy ya
    también este esta esto ese esa eso cual cuanto dime
    """,
    "pt": """
    o a os as um uma uns umas e ou mas de do da dos das em no na nos nas com por para pelo pela sem
    sobre que como eu tu ele ela nós eles elas me te se lhe era ser estar há não sim mais muito já
    também este esta isto esse essa isso aquele aquela teu tua seu sua num numa ao à aos às
    """,
    "it": """
    il lo la i gli le l un uno una e o ma di d del dello della dei degli delle a al allo alla ai alle da
    dal dalla in nel nella nei con su sul sulla per tra fra che come dove chi quando io tu lui lei noi
    voi loro mi ti si ci vi ne mia mie tuo tua suo sua questo questa quello quella non più molto già
    anche ho hai ha era essere avere c
    """,
    "pl": """
    i a o w we z ze na do od u za po przy przez pod nad dla że co to ten ta te tego tej tym jak jest był
    była ja ty on ona ono my wy oni mi ci go jej jego ich nie tak już też tylko ma swój wiesz
    """,
    "tr": """
    ben sen o biz siz onlar bu şu ve veya ile için ama de da mi mı mu mü ne kim kaç bir değil bana sana
    senin onun çok daha gibi
    """,
    "ru": """
    где кто что когда как какой какая какое какие какую каком почему зачем сколько куда откуда чей чья
    чьё я ты он она оно мы вы они мне тебе ему ей нам вам им меня тебя его её ее нас вас их мной мой моя
    моё мое мои моего моей моих твой твоя в во на с со к ко у о об от до из за по под над при для без
    про и а но или да же ли бы не ни это этот эта эти то тот там тут здесь есть был была были быть уже
    ещё еще так тоже только ведь знаешь скажи
    """,
    "uk": """
    де хто що коли як який яка яке які яку якому чому навіщо скільки куди звідки я ти він вона воно ми
    ви вони мені тобі йому їй нам вам їм мене тебе його її нас вас їх мій моя моє мої в у на з із зі до
    від за по під над при для без про та і й а але або чи не ні це цей ця ці те той там тут є був була
    були бути вже ще так теж також тільки знаєш скажи
    """,
    "ar": """
    أين من ما ماذا متى كيف لماذا هل كم أنا أنت هو هي نحن في على إلى الى عن مع و أو ثم لا لم لن ليس كان
    كانت هذا هذه ذلك التي الذي أي
    """,
}
_ALONE = ("ru", "uk", "ar")
"""Languages whose script tells them from English: each of their words tells them."""


_SPOKEN = {
    language: frozenset((*_TELLING.get(language, "").split(), *words.split()))
    for language, words in _OTHERS.items()
}
_TELLS = {
    language: words if language in _ALONE else frozenset(_TELLING[language].split())
    for language, words in _SPOKEN.items()
}
_TELL = frozenset().union(*_TELLS.values())
_NONE: frozenset[str] = frozenset()

_CHINESE = (
    r"请问|請問|告[诉訴]我|(?:你|您)?(?:还|還)?(?:知道|[记記]得|晓得|曉得)|哪(?:里|裡|裏|儿|兒|个|個|些|位)?"
    r"|(?:为|為)?什[么麼](?:时候|時候|地方)?|[谁誰]|怎[么麼](?:样|樣)?|多少|[吗嗎呢]"
)
_JAPANESE = (
    r"(?:か|を|って)?(?:知って|覚えて|教えて)(?:い)?(?:る|ます|ください|くれる|くれます)?(?:か|の)?"
    r"(?=[?？。\s]|$)|[何誰](?=[をがにのでかはと])"
)
_KOREAN = (
    r"(?<!\p{L})(?:어디(?:에서?|로|서)?|누구(?:를|의)?|언제|왜|무엇(?:을|이)?|뭐(?:를)?|어떤|어떻게|몇|알아요?|아세요|알려|줘요?"
    r"|기억해요?|저는|나는|제가|내가|난|전|제|내|네가|너는)(?!\p{L})"
)
_UNSPACED = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]")
_KANA = regex.compile(r"[\p{Hiragana}\p{Katakana}]")
_PHRASES = {name: regex.compile(one) for name, one in (("zh", _CHINESE), ("ja", _JAPANESE), ("ko", _KOREAN))}


def function_words(words: Collection[str], english: Collection[str]) -> frozenset[str]:
    """Give the function words of the language that folded words are clearly in; none when that is unclear.

    `english` are the function words of English, which count against every other language.
    """
    if _TELL.isdisjoint(words):
        return _NONE
    said = set(words)
    language = max(_SPOKEN, key=lambda one: (bool(said & _TELLS[one]), len(said & _SPOKEN[one])))
    theirs = _SPOKEN[language]
    return theirs if len(said & theirs) > len(said.intersection(english)) else _NONE


def without_phrases(text: str) -> str:
    """Leave out of a question in Chinese, Japanese or Korean what it only asks with."""
    if text.isascii() or not _UNSPACED.search(text):
        return text
    scripts = ("ja",) if _KANA.search(text) else ("zh", "ko")
    asked = text
    for script in scripts:
        asked = _PHRASES[script].sub(" ", asked)
    return asked if _UNSPACED.search(asked) else text
