"""Why something is not kept, in the language it was asked in; English is in `rules/admit/values.py`."""

from dnam.rules.admit import LONGEST, Reason, Rejected, admit
from dnam.rules.merge import Upsert

_SENTENCES: dict[str, dict[Reason, str]] = {
    "de": {
        Reason.EMPTY: "Darin ist nichts, was ich mir merken könnte. Schreib eine Aussage, etwa „Mag "
        "grünen Tee“.",
        Reason.TOO_LONG: "Das ist zu lang. Schreib eine Aussage mit höchstens {limit} Zeichen.",
        Reason.HIDDEN: "Das enthält versteckten oder verschlüsselten Text. Schreib es in offenen Worten.",
        Reason.SECRET: "Das sieht nach einem Passwort, Schlüssel oder Konto aus, und Geheimes behalte "
        "ich nie.",
        Reason.QUESTION: "Das ist eine Frage, und ich merke mir nur Aussagen, etwa „Wohnt in Oslo“.",
        Reason.INSTRUCTION: "Das sagt einem Assistenten, was er tun soll, und ich merke mir nur "
        "Aussagen, etwa „Mag kurze Antworten“.",
    },
    "fr": {
        Reason.EMPTY: "Il n’y a rien à retenir là-dedans. Écris une affirmation, comme « Aime le thé vert ».",
        Reason.TOO_LONG: "C’est trop long. Écris une affirmation de {limit} caractères au plus.",
        Reason.HIDDEN: "Cela contient du texte caché ou codé. Écris-le en mots simples et visibles.",
        Reason.SECRET: "Cela ressemble à un mot de passe, une clé ou un compte, et je ne garde jamais "
        "de secrets.",
        Reason.QUESTION: "C’est une question, et je ne retiens que des affirmations, comme « Habite à "
        "Oslo ».",
        Reason.INSTRUCTION: "Cela dit à un assistant ce qu’il doit faire, et je ne retiens que des "
        "affirmations, comme « Préfère les réponses courtes ».",
    },
    "es": {
        Reason.EMPTY: "Ahí no hay nada que recordar. Escribe una afirmación, como «Le gusta el té verde».",
        Reason.TOO_LONG: "Es demasiado largo. Escribe una afirmación de {limit} caracteres como máximo.",
        Reason.HIDDEN: "Contiene texto oculto o cifrado. Escríbelo con palabras claras y visibles.",
        Reason.SECRET: "Parece una contraseña, una clave o una cuenta, y nunca guardo secretos.",
        Reason.QUESTION: "Es una pregunta, y solo guardo afirmaciones, como «Vive en Oslo».",
        Reason.INSTRUCTION: "Eso le dice a un asistente qué hacer, y solo guardo afirmaciones, como "
        "«Prefiere respuestas cortas».",
    },
    "pt": {
        Reason.EMPTY: "Não há nada aí para guardar. Escreve uma afirmação, como “Gosta de chá verde”.",
        Reason.TOO_LONG: "É demasiado longo. Escreve uma afirmação com {limit} caracteres no máximo.",
        Reason.HIDDEN: "Contém texto escondido ou codificado. Escreve com palavras simples e visíveis.",
        Reason.SECRET: "Parece uma senha, uma chave ou uma conta, e nunca guardo segredos.",
        Reason.QUESTION: "É uma pergunta, e só guardo afirmações, como “Mora em Oslo”.",
        Reason.INSTRUCTION: "Isso diz a um assistente o que fazer, e só guardo afirmações, como "
        "“Prefere respostas curtas”.",
    },
    "it": {
        Reason.EMPTY: "Lì non c’è nulla da ricordare. Scrivi un’affermazione, come «Ama il tè verde».",
        Reason.TOO_LONG: "È troppo lungo. Scrivi un’affermazione di al massimo {limit} caratteri.",
        Reason.HIDDEN: "Contiene testo nascosto o codificato. Scrivilo con parole semplici e visibili.",
        Reason.SECRET: "Sembra una password, una chiave o un conto, e non conservo mai segreti.",
        Reason.QUESTION: "È una domanda, e ricordo solo affermazioni, come «Vive a Oslo».",
        Reason.INSTRUCTION: "Dice a un assistente che cosa fare, e ricordo solo affermazioni, come "
        "«Preferisce risposte brevi».",
    },
    "nl": {
        Reason.EMPTY: "Daar valt niets in te onthouden. Schrijf een bewering, zoals “Houdt van groene thee”.",
        Reason.TOO_LONG: "Dat is te lang. Schrijf een bewering van hoogstens {limit} tekens.",
        Reason.HIDDEN: "Er zit verborgen of versleutelde tekst in. Schrijf het in gewone, zichtbare woorden.",
        Reason.SECRET: "Dat lijkt op een wachtwoord, sleutel of rekening, en geheimen bewaar ik nooit.",
        Reason.QUESTION: "Dat is een vraag, en ik onthoud alleen beweringen, zoals “Woont in Oslo”.",
        Reason.INSTRUCTION: "Dat zegt een assistent wat hij moet doen, en ik onthoud alleen beweringen, "
        "zoals “Houdt van korte antwoorden”.",
    },
    "ru": {
        Reason.EMPTY: "Здесь нечего запоминать. Напишите утверждение, например «Любит зелёный чай».",
        Reason.TOO_LONG: "Это слишком длинно. Напишите утверждение не длиннее {limit} знаков.",
        Reason.HIDDEN: "Здесь есть скрытый или закодированный текст. Напишите это простыми видимыми словами.",
        Reason.SECRET: "Это похоже на пароль, ключ или номер счёта, а секреты я никогда не храню.",
        Reason.QUESTION: "Это вопрос, а запоминаются только утверждения, например «Живёт в Осло».",
        Reason.INSTRUCTION: "Это указание ассистенту, а запоминаются только утверждения, например "
        "«Любит короткие ответы».",
    },
    "uk": {
        Reason.EMPTY: "Тут немає чого запам’ятовувати. Напишіть твердження, наприклад «Любить зелений чай».",
        Reason.TOO_LONG: "Це задовго. Напишіть твердження не довше за {limit} знаків.",
        Reason.HIDDEN: "Тут є прихований або закодований текст. Напишіть це простими видимими словами.",
        Reason.SECRET: "Це схоже на пароль, ключ або номер рахунку, а секрети я ніколи не зберігаю.",
        Reason.QUESTION: "Це запитання, а запам’ятовуються лише твердження, наприклад «Живе в Осло».",
        Reason.INSTRUCTION: "Це вказівка асистентові, а запам’ятовуються лише твердження, наприклад "
        "«Любить короткі відповіді».",
    },
    "pl": {
        Reason.EMPTY: "Nie ma w tym nic do zapamiętania. Napisz stwierdzenie, na przykład „Lubi zieloną "
        "herbatę”.",
        Reason.TOO_LONG: "To za długie. Napisz stwierdzenie, które ma najwyżej {limit} znaków.",
        Reason.HIDDEN: "Jest w tym ukryty lub zakodowany tekst. Napisz to zwykłymi, widocznymi słowami.",
        Reason.SECRET: "To wygląda na hasło, klucz albo numer konta, a tajemnic nigdy nie przechowuję.",
        Reason.QUESTION: "To pytanie, a zapamiętuję tylko stwierdzenia, na przykład „Mieszka w Oslo”.",
        Reason.INSTRUCTION: "To mówi asystentowi, co ma robić, a zapamiętuję tylko stwierdzenia, na "
        "przykład „Woli krótkie odpowiedzi”.",
    },
    "ja": {
        Reason.EMPTY: "覚えることが見つかりません。「緑茶が好き」のような文を書いてください。",
        Reason.TOO_LONG: "長すぎます。{limit}文字以内の一文で書いてください。",
        Reason.HIDDEN: "隠された、または符号化された文字が含まれています。普通の言葉で書いてください。",
        Reason.SECRET: "パスワード、鍵、口座番号のように見えます。秘密は決して保存しません。",
        Reason.QUESTION: "それは質問です。覚えるのは「オスロに住んでいる」のような文だけです。",
        Reason.INSTRUCTION: "それはアシスタントへの指示です。"
        "覚えるのは「短い答えが好き」のような文だけです。",
    },
    "zh": {
        Reason.EMPTY: "里面没有可以记住的内容。请写一句陈述，例如“喜欢绿茶”。",
        Reason.TOO_LONG: "太长了。请写一句不超过{limit}个字符的陈述。",
        Reason.HIDDEN: "其中有隐藏或编码的文字。请用普通可见的文字书写。",
        Reason.SECRET: "这看起来像密码、密钥或账号，秘密永远不会被保存。",
        Reason.QUESTION: "这是一个问题，只会记住陈述，例如“住在奥斯陆”。",
        Reason.INSTRUCTION: "这是在告诉助手该做什么，只会记住陈述，例如“喜欢简短的回答”。",
    },
}
_UNCHANGED = {
    "de": " Nichts wurde geändert.",
    "fr": " Rien n’a été changé.",
    "es": " No se cambió nada.",
    "pt": " Nada mudou.",
    "it": " Nulla è cambiato.",
    "nl": " Er is niets veranderd.",
    "ru": " Ничего не изменено.",
    "uk": " Нічого не змінено.",
    "pl": " Nic nie zmieniono.",
    "ja": "何も変えていません。",
    "zh": "没有任何改动。",
}


def refused(language: str, text: str, guard: str) -> str:
    """Say why a text may not be kept; empty when it may, or the language has no words for it here."""
    judged = admit(Upsert(text=text), source=None, guard=guard)
    reason = judged.reason if isinstance(judged, Rejected) else None
    sentence = _SENTENCES.get(language, {}).get(reason, "") if reason else ""
    return sentence and sentence.format(limit=LONGEST) + _UNCHANGED[language]
