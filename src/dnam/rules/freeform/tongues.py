"""The words of each language: how it asks to remember, to forget, and what is known.

A tongue is a handful of patterns, matched without regard to case. Languages whose verb comes first share one
grammar, in `reading.py`; Chinese and Japanese have shapes of their own, in `east.py`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class Tongue:
    """What one language calls things; every field is a pattern."""

    polite: str
    """What may come before the verb and says nothing."""
    remember: str
    """The verb in the imperative, with what belongs to it."""
    that: str
    """What introduces the statement."""
    this: str
    """What points at the conversation."""
    about: str
    """What comes before the person."""
    forget: str
    forget_that: str
    """What introduces what is to be forgotten."""
    idle: str
    """What makes an idiom or a memory of "forget" and "remember": "it", "the time"."""
    everything: str
    know: str
    """The question, up to the person."""
    know_end: str = ""
    """What may come after the person."""
    know_last: str = r"(?!)"
    """The question with its verb behind the person, whole."""
    i: str
    """The speaker, as the subject of a statement."""
    me: str
    """The speaker, as the person asked about."""
    wanting: str = r"(?!)"
    """A request in the form of a wish: "I want you to"."""
    asking: str = r"(?!)"
    """A request in the form of a question: "could you"."""
    bare: str = r"(?!)"
    """What a statement may begin with, besides the speaker, when nothing introduces it."""


TONGUES: dict[str, Tongue] = {
    "en": Tongue(
        polite=r"please|pls|plz|kindly|just|now|so|and|also|ok(?:ay)?|hey|hi|hello",
        asking=r"(?:can|could|would|will) you(?: please| kindly)?(?: try to)?",
        wanting=r"i (?:want|need|would like|'?d like|'?d love) you to|i'd (?:like|love) you to"
        r"|(?:make|be) sure (?:that )?(?:you|to)",
        remember=r"remember|(?:keep|bear) in mind|make a note|take note|note down|note(?=\s*(?:that\b"
        r"|this\b|:))"
        r"|memori[sz]e"
        r"|(?:do not|don'?t|never) (?:ever )?forget",
        that=r"(?:the fact )?that",
        this=r"this|that|it|what (?:was|is being|we|he|she|they|i|you)(?: just)? (?:said|wrote"
        r"|told(?: you)?)",
        about=r"about|on",
        forget=r"forget",
        forget_that=r"(?:about )?(?:the fact )?that|about|(?:everything )?(?:what"
        r"|that) i (?:just )?(?:said|told you)"
        r" about|what you (?:know|remember) about",
        idle=r"(?:it|this|about (?:it|this|that)|you|us|him|her|them|when|how|what|where|who|why|if"
        r"|whether|to|the"
        r" (?:time|days?|night|past|milk|rest|haters?|good old)|all (?:the )?(?:previous|prior|your|of)"
        r"|your|(?:all |any )?(?:previous|prior) \w+|me not|that (?:time|night|day|one|guy|girl|man|woman"
        r"|thing|movie|film|song|game|place|week|summer|moment|episode|scene|meme|party|trip|year))\b"
        r"|(?:i|we) (?:told|said|asked|mentioned|talked)\b|(?:me|us|we)\b(?! (?:and|all)\b)|what i said$"
        r"|that(?:,|'s | (?:was|is|were|would|sounds|looks)\b)"
        r"|that (?:i|we|you) (?:asked|said|mentioned|told|wrote)\b"
        r"|about (?:him|her|it|them|that|this|us|you)$|my last \w+$"
        r"|about [^,]*, (?:let'?s|what|who|how|just)\b",
        everything=r"(?:everything|all|anything)(?: (?:that )?(?:you (?:know|remember|have)"
        r"|i (?:said|told you|ever told you)))?(?: (?:about|of|on) (?:me|myself))?|(?:about )?(?:me|myself)",
        know=r"(?:tell me )?(?:everything |all )?what (?:do )?(?:you|u) (?:know|remember"
        r"|have)(?: stored)? (?:about|on|of)"
        r"|(?:do|can) you (?:know|remember|recall) (?:anything|something) about",
        i=r"i|i'm|im|i've|i'd|i'll|my|we|our|we're",
        me=r"me|myself",
        bare=r"(?:the|our|this|these|all|every|there) .*\b(?:is|are|was|were|has|have|will|can|means?"
        r"|happens?)\b"
        r"|[\p{L}\p{N}_.-]+(?:'s \p{L}.* (?:is|are|was|were)| (?:is|was|has|likes?|loves?|hates?|prefers?"
        r"|lives?|works?|plays|owns|speaks|wants|goes|studies|uses|needs|can't|cannot|doesn't|isn't))\b",
    ),
    "de": Tongue(
        polite=r"bitte|mal|doch|hey|hallo|also|ok",
        asking=r"(?:kannst|könntest|würdest) du(?: dir)?(?: bitte)?",
        remember=r"merk(?:e)? dir(?: bitte| mal| doch| einfach)*|merken sie sich|merken|notieren"
        r"|erinner(?:e)? dich(?: daran)?"
        r"|denk(?:e)?(?: bitte| mal| doch)* (?:daran|dran)|ich (?:möchte|will), dass du dir merkst"
        r"|notier(?:e)?(?: dir)?"
        r"|behalt(?:e)?(?: im kopf)?|vergiss(?: bitte)? nicht",
        that=r"dass|daß|das(?= ich\b)",
        this=r"das|dies(?:es)?|es",
        about=r"über|zu|von",
        forget=r"vergiss|vergessen sie",
        forget_that=r"dass|daß|was ich über|was du über|das mit",
        idle=r"(?:es|das|dies|den|die|alle|deine?|mich nicht|nicht)(?:$|,| (?!ich\b))|wie|wann|wo|wer|ob",
        everything=r"alles(?:,? was du)?(?: (?:von|über) mich?r?)?(?: weißt)?|mich",
        know=r"was (?:weißt|weisst|weiß) du (?:alles |noch )?(?:über|von)|was hast du (?:dir )?über",
        know_end=r" gemerkt| gespeichert",
        know_last=r"(?:sag|sage|erzähl|erzähle)(?: mir)?,? was du (?:alles |noch )?(?:über"
        r"|von) (?P<about>.+?) wei(?:ß|ss)t",
        i=r"ich|mein|meine|wir|unsere?",
        me=r"mich|mir",
    ),
    "fr": Tongue(
        polite=r"s'il te pla[iî]t|s'il vous pla[iî]t|stp|svp|hé|salut|ok|bon",
        asking=r"(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|tu peux",
        remember=r"souviens-toi|souvenez-vous|rappelle-toi|retiens|retenez|note(?:z)?|mémorise"
        r"|te souvenir|retenir|je (?:veux|voudrais) que tu (?:te souviennes|te rappelles|retiennes)"
        r"|garde(?:z)? (?:à l'esprit|en tête)|n'oublie(?:z)? (?:pas|jamais)",
        that=r"(?:bien )?qu(?:e\b|')|du fait qu(?:e\b|')",
        this=r"ça|cela|ceci|de ça|de cela",
        about=r"à propos d(?:e\b|')|sur|au sujet d(?:e\b|')|concernant",
        forget=r"oublie|oubliez",
        forget_that=r"qu(?:e\b|')|ce que (?:j'ai dit|je t'ai dit|tu sais) (?:sur|de)|à propos d(?:e\b|')",
        idle=r"ça|cela|ceci|moi pas|le|la|les|tes|vos|toutes?|tous|quand|comment|où|qui",
        everything=r"tout(?: ce que tu sais)?(?: (?:sur|de|à propos de) moi)?|-?moi",
        know=r"(?:(?:dis|raconte)-moi (?:tout )?ce que tu sais|que sais-tu|qu'est-ce que tu sais"
        r"|tu sais quoi|que savez-vous|de quoi te souviens-tu)"
        r" (?:sur|de|d'|à propos de)",
        i=r"je|j'|mon|ma|mes|nous|notre|moi",
        me=r"moi",
    ),
    "es": Tongue(
        polite=r"por favor|porfa|oye|hola|ok|bueno",
        asking=r"(?:puedes|podrías|puede)",
        remember=r"recuerda|recuerde|acuérdate|acuerdate|anota|apunta|recordar|ten en cuenta"
        r"|ten presente|no (?:te )?olvides|quiero que (?:recuerdes|te acuerdes)|asegúrate de recordar"
        r"|no olvide",
        that=r"(?:de )?que",
        this=r"esto|eso|de esto|de eso",
        about=r"sobre|acerca de|de",
        forget=r"olvida|olvide|olvídate",
        forget_that=r"(?:de )?que|lo que (?:dije|te dije|sabes) (?:de|sobre)",
        idle=r"esto|eso|lo|el|la|los|las|tus|todas?|todos|cuando|cuándo|cómo|me\b(?! (?:gust|encant|llam))",
        everything=r"todo(?: lo que sabes)?(?: (?:de|sobre) mí?)?|me|-?de mí",
        know=r"(?:¿\s*)?(?:(?:dime|cuéntame) )?(?:qué|que|lo que|todo lo que) (?:sabes|recuerdas) (?:de"
        r"|sobre|acerca de)",
        i=r"yo|mi|mis|me|nosotros|nuestr[oa]s?|soy|tengo|vivo|trabajo|prefiero|odio|amo",
        me=r"mí|mi",
    ),
    "pt": Tongue(
        polite=r"por favor|pf|olá|oi|ok|ei",
        asking=r"(?:podes|pode|poderia|você pode)",
        remember=r"lembra(?:-te)?|lembre(?:-se)?|se lembre|anota|anote|guarda|guarde|memoriza|memorize"
        r"|lembrar|quero que (?:te lembres|(?:você )?se lembre|guardes|(?:você )?guarde)|te(?:m"
        r"|nha) em (?:conta|mente)"
        r"|não (?:te |se )?esqueç?[ac]s?",
        that=r"(?:de )?que",
        this=r"isto|isso|disto|disso",
        about=r"sobre|acerca d[eoa]|a respeito d[eoa]",
        forget=r"esquece|esqueça",
        forget_that=r"(?:de )?que|o que (?:eu disse|te disse|sabes|você sabe) (?:de|sobre)",
        idle=r"isto|isso|disso|[oa]s?|teus|suas?|todas?|todos|quando|como",
        everything=r"tudo(?: o que (?:sabes|você sabe))?(?: sobre mim)?|de mim|-?me",
        know=r"(?:(?:me )?(?:diga|diz|conta"
        r"|conte)(?:-me)?,? )?(?:tudo )?o que (?:é que )?(?:(?:você )?sabe|(?:tu )?sabes|lembra"
        r"|lembras) (?:sobre|de|acerca de)",
        i=r"eu|meu|minha|meus|minhas|nós|nosso|nossa|sou|tenho|moro|gosto|trabalho|prefiro|odeio",
        me=r"mim",
    ),
    "it": Tongue(
        polite=r"per favore|ciao|ehi|ok|dai",
        asking=r"(?:puoi|potresti)",
        remember=r"voglio che (?:tu )?(?:ti )?ricordi|vorrei che (?:tu )?(?:ti )?ricordassi"
        r"|tieni presente|ricorda(?:ti)?|ricordati|ricordare|ricordarti|annota|segnati|tieni a mente"
        r"|non (?:ti )?dimenticare",
        that=r"(?:del fatto )?che",
        this=r"questo|ciò|di questo",
        about=r"su|di|riguardo a",
        forget=r"dimentica|dimenticati|scorda",
        forget_that=r"(?:del fatto )?che|quello che (?:ho detto|ti ho detto|sai) (?:di|su)",
        idle=r"questo|quello|lo|la|il|i|gli|le|tutte|tutti|quando|come|mi\b(?! (?:piac|chiam))",
        everything=r"tutto(?: (?:quello|ciò) che sai)?(?: (?:di|su) (?:me))?|-?mi|di me",
        know=r"(?:dimmi |raccontami )?(?:(?:che )?cosa|tutto quello che|quello che|che) (?:sai|sapete"
        r"|ricordi)"
        r" (?:su di|di|su|riguardo a)",
        i=r"io|mi|mio|mia|miei|mie|il mio|la mia|noi|sono|ho|vivo|abito|lavoro|preferisco|odio|amo",
        me=r"me",
    ),
    "nl": Tongue(
        polite=r"alsjeblieft|a\.?u\.?b\.?|hoi|hallo|ok",
        asking=r"(?:kun|kan|wil|zou) (?:je|jij|u)",
        remember=r"ik wil dat je onthoudt|zorg dat je onthoudt|hou(?:d)? in gedachten|onthou(?:d)?"
        r"|onthouden|noteer|denk eraan|vergeet (?:alsjeblieft )?niet",
        that=r"dat",
        this=r"dit|dat|het",
        about=r"over|van",
        forget=r"vergeet",
        forget_that=r"dat|wat ik (?:zei|heb gezegd) over|wat je weet over",
        idle=r"(?:het|dit|de|alle|je|jouw|mij niet|niet)(?:$|,| (?!ik\b))|hoe|wanneer|wie"
        r"|dat(?:$|,| (?:maar|even|nou|toch)\b)",
        everything=r"alles(?: wat je)?(?: (?:over|van) mij)?(?: weet)?|mij|me",
        know=r"wat weet (?:je|jij|u) (?:allemaal |nog )?(?:over|van)",
        know_last=r"(?:vertel|zeg)(?: me| mij)?,? wat (?:je|jij|u) (?:allemaal )?(?:over"
        r"|van) (?P<about>.+?) weet",
        i=r"ik|mijn|m'n|wij|we|ons|onze",
        me=r"mij|me",
    ),
    "ru": Tongue(
        polite=r"пожалуйста|плиз|эй|привет|а|и|ну|ок",
        asking=r"(?:можешь|мог бы ты|могла бы ты)",
        remember=r"запомни(?:те)?|запомнить|помни(?:те)?|запиши(?:те)?|не забудь(?:те)?|не забывай(?:те)?"
        r"|(?:я )?хочу, чтобы ты запомнила?|имей(?:те)? в виду",
        that=r"что",
        this=r"это|об этом",
        about=r"об?|про",
        forget=r"забудь(?:те)?",
        forget_that=r"то,? что|что|про|о том,? что|об?",
        idle=r"это|об этом|эт[оу]|(?:про )?це$|все|всё (?!что)|как|когда|где|кто|меня не|купить",
        everything=r"вс[её](?:,? что (?:ты )?знаешь)?(?: (?:обо мне|про меня))?|меня|обо мне|про меня",
        know=r"(?:(?:скажи|расскажи)(?:те)?(?: мне)?,? )?(?:вс[её],? )?что (?:ты |вы )?(?:знаешь|знаете"
        r"|помнишь|помните)"
        r" (?:обо|об|о|про)",
        know_last=r"(?:(?:скажи|расскажи)(?:те)?(?: мне)?,? )?что (?:ты |вы )?(?:обо|об|о"
        r"|про) (?P<about>.+?) (?:знаешь|знаете|помнишь)",
        i=r"я|мой|моя|моё|мое|мои|меня|мне|у меня|мы|наш|наша|у нас",
        me=r"мне|меня",
    ),
    "uk": Tongue(
        polite=r"будь ласка|гей|привіт|а|і|ну|ок",
        asking=r"(?:можеш|чи можеш|міг би ти)",
        remember=r"запам'?ятай(?:те)?|запам'?ятати|пам'?ятай(?:те)?|запиши|не забудь(?:те)?"
        r"|не забувай(?:те)?|(?:я )?хочу, щоб ти запам'?ятала|(?:я )?хочу, щоб ти запам'?ятав"
        r"|май(?:те)? на увазі",
        that=r"що",
        this=r"це|про це",
        about=r"про",
        forget=r"забудь(?:те)?",
        forget_that=r"те,? що|що|про те,? що|про",
        idle=r"це|про це|это|об этом|усі|всі|як|коли|де|хто|мене не",
        everything=r"(?:все|усе)(?:,? що (?:ти )?знаєш)?(?: про мене)?|мене|про мене",
        know=r"(?:(?:скажи|розкажи)(?:те)?(?: мені)?,? )?(?:все,? )?що (?:ти |ви )?(?:знаєш|знаєте"
        r"|пам'?ятаєш|пам'?ятаєте)"
        r" про",
        know_last=r"(?:(?:скажи|розкажи)(?:те)?(?: мені)?,? )?що (?:ти |ви )?про (?P<about>.+?) (?:знаєш"
        r"|знаєте|пам'?ятаєш)",
        i=r"я|мій|моя|моє|мої|мене|мені|у мене|ми|наш|наша|у нас",
        me=r"мене",
    ),
    "pl": Tongue(
        polite=r"proszę|hej|cześć|ok|no",
        asking=r"(?:możesz|mógłbyś|mogłabyś|czy możesz)",
        remember=r"zapamiętaj(?:cie)?|zapamiętać|pamiętaj(?:cie)?|zapisz|zanotuj|nie zapomnij|nie zapominaj"
        r"|chcę, żebyś zapamiętała?|miej na uwadze",
        that=r"(?:o tym,? )?(?:że|iż)",
        this=r"to|o tym",
        about=r"o|na temat",
        forget=r"zapomnij(?:cie)?",
        forget_that=r"(?:o tym,? )?(?:że|iż)|o tym,? co mówiłe?a?m o|o",
        idle=r"o tym(?!,? (?:że|iż))|to|wszystkie|jak|kiedy|gdzie|kto|mnie nie|kupić",
        everything=r"(?:o )?wszystk(?:o|im)(?:,? co (?:o mnie )?wiesz)?(?: o mnie)?|mnie|o mnie",
        know=r"(?:(?:powiedz|opowiedz)(?: mi)?,? )?(?:wszystko,? )?co (?:ty )?(?:wiesz|pamiętasz) (?:o"
        r"|na temat)",
        know_last=r"(?:(?:powiedz|opowiedz)(?: mi)?,? )?co (?:ty )?o (?P<about>.+?) (?:wiesz|pamiętasz)",
        i=r"ja|mój|moja|moje|mam|jestem|lubię|mieszkam|pracuję|wolę|my|nasz|nasza",
        me=r"mnie",
    ),
}
