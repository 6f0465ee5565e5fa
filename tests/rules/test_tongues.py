"""Tongues: what people say of themselves in other languages is found by rules, and nothing else is."""

import json
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tongues_said import FRESH, SAID, statements, traps

from dnam.model import Fact, Kind, Person, Source, SourceType, Status
from dnam.rules.admit import Kept, admit
from dnam.rules.kinds import guess_kind
from dnam.rules.merge import Saying, merge
from dnam.rules.slots import same_slot, same_value, slot_of
from dnam.rules.statements import extract
from dnam.rules.tongues import stated, tell
from dnam.rules.tongues.tables import TONGUES

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)
ANA = Person(id=7, name="Ana")
LABELLED = Path(__file__).parent.parent.parent / "evals" / "extraction.jsonl"
KINDS = {
    "likes": Kind.PREFERENCE,
    "dislikes": Kind.PREFERENCE,
    "health": Kind.CONSTRAINT,
    "diet": Kind.CONSTRAINT,
    "pet": Kind.FACT,
    "family": Kind.RELATIONSHIP,
}
HOMES = [
    ("Ich wohne in Köln", "Ich wohne jetzt in Leipzig", "Ich wohne nicht mehr in Köln"),
    ("Ik woon in Utrecht", "Ik woon nu in Leiden", "Ik woon niet meer in Utrecht"),
    ("J'habite à Lyon", "J'habite maintenant à Nantes", "Je n'habite plus à Lyon"),
    ("Vivo en Sevilla", "Me mudé a Cádiz", "Ya no vivo en Sevilla"),
    ("Moro em Coimbra", "Eu moro agora em Braga", "Já não moro em Coimbra"),
    ("Abito a Torino", "Mi sono trasferito a Bari", "Non abito più a Torino"),
    ("Mieszkam w Krakowie", "Przeprowadziłam się do Łodzi", "Już nie mieszkam w Krakowie"),
    ("Я живу в Казани", "Я переехала в Омск", "Я больше не живу в Казани"),
    ("Я живу у Львові", "Я переїхала до Одеси", "Я вже не живу у Львові"),
    ("İzmir'de yaşıyorum", "Bursa'ya taşındım", "Artık İzmir'de yaşamıyorum"),
    ("أنا أسكن في عمّان", "انتقلت إلى الدوحة", "لم أعد أسكن في عمّان"),
    ("私は京都に住んでいます", "大阪に引っ越しました", "もう京都には住んでいません"),
    ("我住在成都", "我搬到了上海", "我不住在成都了"),
    ("저는 부산에 살고 있어요", "서울로 이사했어요", "이제 부산에 안 살아요"),
]


def facts(text: str) -> list[str]:
    return [one.upsert.text for one in extract(text, author=ANA, at=NOON)]


def kept(*texts: str) -> list[str]:
    """Say several things one after the other, and give what is known in the end."""
    held: list[Fact] = []
    for nth, text in enumerate(texts):
        at = NOON + timedelta(minutes=nth)
        saying = Saying(
            guild=1,
            subject=ANA.id,
            origin="g:1",
            asserted_by=ANA.id,
            source=Source(type=SourceType.SUMMARY),
            at=at,
            said_at=at,
        )
        found = [one.upsert for one in extract(text, author=ANA, at=at)]
        merged = merge(held, saying, upserts=found, cap=50)
        held = [*{fact.key: fact for fact in (*held, *merged.save)}.values()]
    return [fact.text for fact in held if fact.status is Status.ACTIVE]


@pytest.mark.parametrize(("language", "tag", "said", "fact"), statements())
def test_a_plain_statement_is_learned_in_every_language(
    language: str, tag: str, said: str, fact: str
) -> None:
    """R-21: without a model facts are learned in every language, as they were said (UM-71, N-07, X-07)."""
    assert language in SAID
    (one,) = extract(said, author=ANA, at=NOON)
    assert (one.upsert.text, one.upsert.tags[0]) == (fact, tag)
    assert one.upsert.kind is KINDS.get(tag, Kind.PROFILE)
    assert (one.about, one.about_name) == (None, "")
    assert isinstance(admit(one.upsert, source=None), Kept)
    assert isinstance(admit(one.upsert, source=said), Kept)


@pytest.mark.parametrize(("language", "text"), traps())
def test_what_only_looks_like_a_statement_is_left_alone(language: str, text: str) -> None:
    """X-08: what is asked, denied, supposed, wished, reported, remembered or a joke is no fact (R-21)."""
    assert language in SAID
    assert facts(text) == []


def test_every_language_has_enough_of_both() -> None:
    """R-21: fourteen languages, at least fifteen statements and fifteen traps of each."""
    said, sprung = Counter(one[0] for one in statements()), Counter(one[0] for one in traps())
    assert {tongue.code for tongue in TONGUES} == set(said) == set(sprung) == set(FRESH)
    assert len(said) == 14
    assert min(*said.values(), *sprung.values()) >= 15


def test_english_is_left_to_the_english_rules() -> None:
    """R-21: of the labelled English messages, statements and traps alike, no other language reads a word."""
    lines = [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]
    english = [line["text"] for line in lines if line["text"].isascii()]
    assert [text for text in english if tell(text)] == []
    learned = [fact for text in english for fact in facts(text)]
    assert len(learned) > 500
    assert [fact for fact in learned if stated(fact)] == []


@pytest.mark.parametrize(("before", "now", "over"), HOMES)
def test_a_newer_statement_replaces_the_older(before: str, now: str, over: str) -> None:
    """N-15: a new home replaces the old one, in whatever language either was said (N-16)."""
    assert kept(before, now) == [now]
    assert kept(before, "I live in Berlin") == ["Lives in Berlin"]
    assert kept("I live in Berlin", before) == [before]
    assert kept(before, over) == [over]
    assert kept(over, before) == [before]
    assert kept(now, over) == [now, over]


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("Ich arbeite bei Siemens", "Ich arbeite jetzt bei Bosch"),
        ("Je travaille chez Renault", "Je travaille chez Airbus"),
        ("Trabalho na Galp", "Trabalho na Sonae"),
        ("トヨタに勤めています", "ソニーに勤めています"),
        ("저는 삼성에 다녀요", "저는 네이버에 다녀요"),
        ("Меня зовут Света", "Меня зовут Оля"),
        ("Tengo 25 años", "Tengo 26 años"),
        ("我今年28岁", "我今年29岁"),
        ("Mi piace il gelato", "Non mi piace il gelato"),
        ("Я люблю кофе", "Я больше не люблю кофе"),
        ("我喜欢香菜", "我不喜欢香菜"),
        ("Ich mag Kaffee", "Ich mag keinen Kaffee mehr"),
        ("Soy vegano", "Ya no soy vegano"),
        ("Je suis végétarienne", "Je ne suis plus végétarienne"),
    ],
)
def test_what_is_so_of_one_thing_at_a_time_is_replaced(before: str, now: str) -> None:
    """N-15: employer, name and age have one value; a taste or a diet is so or not (N-16)."""
    assert same_slot(before, now)
    assert kept(before, now) == [now]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ich wohne in Köln", "Ich arbeite bei Siemens"),
        ("J'adore le fromage", "J'adore le chocolat"),
        ("У меня есть собака Рекс", "У меня есть кот"),
        ("Soy alérgica a los cacahuetes", "Soy alérgica a la penicilina"),
    ],
)
def test_what_can_both_be_so_stays(one: str, other: str) -> None:
    """N-15: statements of different things stand beside each other."""
    assert kept(one, other) == [one, other]


@pytest.mark.parametrize(
    ("worded", "said"),
    [
        ("Wohnt in Köln", "Ich wohne jetzt in Leipzig"),
        ("Woont in Utrecht", "Ik woon nu in Leiden"),
        ("Habite à Lyon", "J'habite à Nantes"),
        ("Vive en Sevilla", "Vivo en Cádiz"),
        ("Mora em Coimbra", "Moro em Braga"),
        ("Abita a Torino", "Abito a Bari"),
        ("Mieszka w Krakowie", "Mieszkam w Gdyni"),
        ("Живёт в Казани", "Я живу в Омске"),
        ("Живе у Львові", "Я живу в Одесі"),
        ("住在成都", "我住在上海"),
        ("京都に住んでいます", "私は大阪に住んでいます"),
        ("Mag Kaffee", "Ich mag keinen Kaffee"),
        ("Le gusta el café", "No me gusta el café"),
    ],
)
def test_a_fact_worded_of_somebody_fills_the_same_slot(worded: str, said: str) -> None:
    """N-15: what was remembered in the third person is replaced by what its subject says anew."""
    assert same_slot(worded, said)
    assert same_slot(said, worded)
    assert slot_of(worded) != slot_of(said)


@pytest.mark.parametrize(
    "text", ["Wohnt in Köln", "Vive en Sevilla", "Is in Bergen", "Has a hat", "Le Havre is nice"]
)
def test_what_is_said_of_nobody_is_not_the_speakers(text: str) -> None:
    """N-08: a verb of somebody else, with nobody named, is no statement of the speaker's."""
    assert facts(text) == []


def test_the_same_said_in_other_words_is_one_fact() -> None:
    """N-16: a home said again with "now" or "since 2019" is no second fact."""
    assert same_value("Ich wohne in Köln", "Ich wohne seit 2019 in Köln")
    assert kept("Ich wohne in Köln", "ich lebe in Köln") == ["Ich wohne in Köln"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ich wohne in Köln und arbeite als Bäcker.", ["Ich wohne in Köln", "Ich arbeite als Bäcker"]),
        ("J'ai 31 ans et habite à Lyon", ["J'ai 31 ans", "J'habite à Lyon"]),
        ("Vivo en Sevilla y trabajo como enfermero", ["Vivo en Sevilla", "Trabajo como enfermero"]),
        ("Я живу в Казани и люблю играть в шахматы", ["Я живу в Казани", "Люблю играть в шахматы"]),
        ("أنا أسكن في عمّان وأحب القهوة", ["أنا أسكن في عمّان", "أحب القهوة"]),
        ("我住在成都，喜欢打羽毛球。", ["我住在成都", "喜欢打羽毛球"]),
        ("京都に住んでいて、猫が好きです。", ["京都に住んでいます", "猫が好きです"]),
        ("20歳で、東京出身です", ["20歳です", "東京出身です"]),
        ("Ich bin umgezogen, ich wohne jetzt in Leipzig", ["Ich wohne jetzt in Leipzig"]),
        ("Ich wohne nicht mehr in Köln, ich wohne jetzt in Leipzig", ["Ich wohne jetzt in Leipzig"]),
        ("İzmir'de yaşıyorum, iki kedim var", ["İzmir'de yaşıyorum", "İki kedim var"]),
        ("Türkçe ve İngilizce konuşuyorum", ["Türkçe ve İngilizce konuşuyorum"]),
        ("Ich mag Hunde, Katzen und Vögel", ["Ich mag Hunde, Katzen und Vögel"]),
        ("Wie geht's? Ich wohne in Köln 😊", ["Ich wohne in Köln"]),
        ("Paul: ich wohne in Köln", []),
        ("小明：我住在成都", []),
        ("> Ich wohne in Köln", []),
        ("Ich wohne in Köln /s", []),
    ],
)
def test_a_sentence_may_state_several_things(text: str, expected: list[str]) -> None:
    """R-21: clauses are told apart, lists are not; quotes and other speakers are left out (N-08)."""
    assert facts(text) == expected


def test_english_comes_first_and_only_for_its_own() -> None:
    """R-21: what the English rules find is all that is taken from a message; they are asked first."""
    assert facts("I live in Berlin") == ["Lives in Berlin"]
    assert slot_of("Lives in Berlin") == (("home", "", ""), "berlin")
    assert stated("Lives in Berlin") is None


def test_bots_and_secrets_stay_out_in_every_language() -> None:
    """X-17: a bot's statement is none, and a sentence with a password is not kept in any language."""
    bot = Person(id=9, name="Bot", bot=True)
    assert extract("Ich wohne in Köln", author=bot, at=NOON) == []
    assert facts("Ich mag password: hunter2") == []


@pytest.mark.parametrize(
    "part", ["ich ", "ich mag x, ", "私は", "、", "「", "„", "и я ", "\n", "ich: ", "لا ", "e "]
)
def test_no_message_takes_long_in_any_language(part: str) -> None:
    """N-10: a crafted message cannot hold the assistant up, whatever language it is made of."""
    began = time.perf_counter()
    assert facts((part * 2_000)[:2_000]) == []
    assert time.perf_counter() - began < 0.5


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("Je suis végétarienne", Kind.CONSTRAINT),
        ("我喜欢打羽毛球", Kind.PREFERENCE),
        ("Mieszkam w Krakowie", Kind.FACT),
    ],
)
def test_what_is_remembered_by_hand_gets_its_kind(said: str, kind: Kind) -> None:
    """R-05: what a person asks to remember in their own language is of the kind it is in English."""
    assert guess_kind(said) is kind


@given(st.text(max_size=120) | st.sampled_from([one[2] for one in statements()]).map(lambda said: said * 2))
def test_any_text_is_read_without_a_fault(text: str) -> None:
    """N-07: whatever is written, reading gives short facts of kinds that exist, or nothing."""
    for told in tell(text):
        assert 0 < len(told.text) <= 240 + len("ich ")
        assert told.tags
        assert told.kind in Kind
