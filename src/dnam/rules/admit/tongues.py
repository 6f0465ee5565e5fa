"""Orders in other languages than English: plain imperatives, and "ignore what you were told" in many tongues.

No script is suspicious for being itself. Where an imperative looks like "he writes" (Spanish, French,
Italian, Portuguese), only its object tells: somebody's rules and instructions.
"""

import regex

_OPENS = r"(?:^|[.!?:;\n。！？]\s*)"
_POLITE = (
    r"(?:(?:bitte|s'il (?:te|vous) pla[iî]t|por favor|per favore|пожалуйста|jetzt|nun|ahora|maintenant"
    r"|теперь|а|и)[\s,]+)?"
)
_PATTERNS = (
    # German
    rf"{_OPENS}{_POLITE}(?:ignorier|vergiss|missacht|antwort|schreib|erklär|übersetz|beschreib|nenn|gib"
    rf"|sag|zeig|erzähl"
    r"|tu so|stell dir vor|verhalte|erstell|fass|befolg|wiederhol|lies|verrat|spiel|verwende|benutze"
    r"|beantworte|liste)(?:e|t|en sie)?"
    r"(?:\s+(?:mir|uns|dich|alle\w*|jede\w*|nur|immer|niemals|bitte|d(?:ie|er|as|en)|ein\w*|dein\w*"
    r"|auf|in|so|als|zusammen|auf)\b|\s*[:!])",
    r"\bdu\s+(?:bist|musst|sollst|wirst|darfst)\s+(?:jetzt|nun|ab|immer|nie\w*|nicht|ein\w*|nur|alle\w*)\b",
    r"\b(?:ab (?:jetzt|sofort)|von nun an)\b[^.!?]{0,40}\b(?:du|sie|dein\w*|ihr|nenn\w*|antwort\w*)\b",
    r"\b(?:anweisung|regel|vorgabe|befehl|instruktion)\w*\b[^.!?]{0,30}\b(?:ignorier|vergiss|missacht"
    r"|vergessen sie)",
    # French
    rf"{_OPENS}{_POLITE}(?:(?:ignor|oubli|répond|expliqu|tradui|décri|donn|racont|montr|imagin|agiss"
    rf"|fait|écriv|résum)ez|réponds|écris"
    r"|explique-moi|traduis|décris|dis-moi|donne-moi|raconte-moi|fais semblant|agis comme|résume"
    r"|imagine que tu)\b",
    r"\b(?:ignore|oublie|néglige)[rsz]?\b[^.!?]{0,30}\b(?:instructions?|consignes?|règles?|directives?"
    r"|précédent\w*|ci-dessus)\b",
    r"\b(?:tu es|vous êtes)\s+(?:maintenant|désormais|à présent)\b|\b(?:à partir de maintenant"
    r"|désormais)[\s,]+(?:tu|vous|appelle|réponds)",
    # Spanish, Portuguese, Italian
    r"\b(?:ignor[aáeo]\w*|olvid[ae]\w*|desconsider\w+|esque[cç]\w+|dimentica\w*"
    r"|trascura\w*)\b[^.!?]{0,30}\b(?:instrucciones|instruções|istruzioni"
    r"|reglas|regras|regole|indicaciones|anterior\w*|precedent\w*|arriba|sopra|acima)\b",
    rf"{_OPENS}{_POLITE}(?:escríbe(?:me|lo)?|escribe un\w*|explíca(?:me|lo)|explica (?:el|la|los|las"
    rf"|cómo|por qué)|dime|dame|tradúce|traduce (?:al|el|la|esto)"
    r"|responde (?:solo|sólo|siempre|en|como)|actúa como|finge|haz|cuéntame|resume (?:el|la)|dimmi"
    r"|scrivi un\w*|spiega(?:mi)?|traduci|rispondi"
    r"|fingi|escreva|explique|traduza|responda|diga-me|aja como|finja)\b",
    r"\b(?:ahora eres|eres ahora|a partir de ahora|de ahora en adelante|agora você é|a partir de agora"
    r"|ora sei|d'ora in poi)\b",
    # Russian, Ukrainian
    rf"{_OPENS}{_POLITE}(?:игнорируй|забудь|напиши|ответь|отвечай|объясни|переведи|притворись|представь"
    rf"|расскажи|опиши|скажи|покажи|сделай|пиши"
    r"|перечисли|назови|действуй|раскрой|говори|используй|ігноруй|напиши|поясни|перекладі)(?:те)?(?!\p{L})",
    r"(?:^|\W)(?:ты теперь|теперь ты|отныне|с этого момента|з цього моменту)(?!\p{L})[^.!?]{0,60}(?:ты"
    r"|вы|теб|вас|отвеча|называ|\p{Lu})",
    r"(?:^|\W)не (?:упоминай|говори|отвечай|пиши|раскрывай)(?:те)?(?!\p{L})",
    # Chinese
    r"(?:忽略|无视|忽視|無視|忘记|忘掉|忘記|不要理会|不理会)[^。！？]{0,12}(?:指令|指示|提示|规则|規則"
    r"|命令|内容|限制|上面|之前|以上)",
    r"(?:你现在是|你現在是|现在你是|从现在(?:开始|起)|從現在(?:開始|起))[^。]{0,12}(?:你|扮演|叫我|回答|请)?",
    r"(?:^|[。！？\n]\s*)(?:请|請)(?:你|帮我|幫我|为我|給我|给我)?(?:写|寫|解释|解釋|翻译|翻譯|回答"
    r"|忽略|扮演|列出|描述|告诉|用|以|把|将|总结|生成)",
    r"(?:^|[。！？\n]\s*)(?:写一|寫一|给我写|帮我写|解释一下|翻译(?:以下|下面|这)|扮演|告诉我|告訴我"
    r"|总结(?:以下|一下|这)|你(?:必须|应该|要|不能|将))",
    # Japanese
    r"(?:指示|命令|ルール|プロンプト|規則|制限|内容)[^。！？]{0,10}(?:無視|忘れ|破棄)",
    r"(?:ください|下さい|なさい|してくれ|しろ|せよ|ふりをして|になりきって)\s*(?:[。！!]|$)"
    r"|あなたは(?:今|これ)から|(?:今後|これから)は?[^。]{0,20}(?:答え|呼ん|返答)",
    # Korean
    r"(?:지시|명령|규칙|프롬프트|지침)[^.!?]{0,10}(?:무시|잊)|(?:하세요|해\s?줘|해\s?주세요|하십시오"
    r"|해라|써\s?줘|써라|알려\s?줘)\s*(?:[.!]|$)|당신은 이제|너는 이제|지금부터",
    # Arabic, Hindi, Turkish, Polish, Dutch
    r"(?:تجاهل|انس|اِنسَ)\s[^.!؟]{0,30}(?:التعليمات|الأوامر|القواعد|السابقة|أعلاه)|(?:أنت الآن"
    r"|من الآن فصاعد)|^(?:اكتب|اشرح|ترجم|أجب|تظاهر)\s",
    r"(?:निर्देश|आदेश|नियम)\S*[^।]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल)|(?:लिखो|लिखें|लिखिए|बताओ|बताइए|समझाओ"
    r"|समझाइए)\s*(?:[।.!]|$)",
    r"\b(?:talimat|yönerge|kural)\w*\b[^.!?]{0,20}\b(?:yok say|görmezden gel|unut)"
    r"|\b(?:şu andan itibaren|bundan sonra)\b[^.!?]{0,30}\bsen",
    r"\b(?:zignoruj|zapomnij|odpowiedz|napisz|wyjaśnij|przetłumacz)(?:cie)?\b"
    r"|\b(?:od teraz)\b[^.!?]{0,20}\bjesteś\b",
    r"\b(?:negeer|vergeet)\b[^.!?]{0,30}\b(?:instructies|regels|aanwijzingen|voorgaande|bovenstaande)"
    r"|\b(?:je bent nu|vanaf nu ben je)\b",
)
_ADDRESSED = (
    rf"{_OPENS}(?:du (?:wirst|musst|sollst|bist|darfst|hast)|tu (?:es|dois|vas|seras)|vous (?:êtes"
    rf"|devez|allez)|(?:tú )?(?:eres|debes|tienes que|vas a)"
    r"|você (?:é|deve|vai)|tu (?:sei|devi)|ты (?:есть|долж\w+|будешь|теперь)|вы должны)(?!\p{L})",
    r"(?:^|[。！？\n]\s*)你(?:是|要|必须|應該|应该|将|會|会|不能|可以)|(?:^|[。！？\n]\s*)あなたは",
)
_COMPILED = tuple(regex.compile(pattern, flags=regex.IGNORECASE) for pattern in (*_PATTERNS, *_ADDRESSED))


def orders_elsewhere(text: str) -> bool:
    """Say whether a text gives an order in one of the languages known here."""
    return any(pattern.search(text) for pattern in _COMPILED)
