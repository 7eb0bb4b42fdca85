"""A Python package's side of the token benchmark: see run.py.

usage: python_peer.py tiktoken|tokenizers|gigatoken RANKS TOKENIZER_JSON
"""
import base64
import sys
import time

O200K = "|".join([
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"])


def of_tiktoken(ranks, _):
    import tiktoken

    lines = (line.split() for line in open(ranks, "rb") if line.strip())
    tokens = {base64.b64decode(token): int(rank) for token, rank in lines}
    encoding = tiktoken.Encoding("o200k", pat_str=O200K, mergeable_ranks=tokens, special_tokens={})
    return lambda: encoding.encode_ordinary


def of_tokenizers(_, definition):
    from tokenizers import Tokenizer

    text = open(definition, encoding="utf-8").read()

    def fresh():
        tokenizer = Tokenizer.from_str(text)
        return lambda each: tokenizer.encode(each, add_special_tokens=False).ids
    return fresh


def of_gigatoken(ranks, _):
    import gigatoken

    return lambda: gigatoken.Tokenizer.from_tiktoken(ranks, pretokenizer="o200k").encode


def main():
    fresh = {"tiktoken": of_tiktoken, "tokenizers": of_tokenizers, "gigatoken": of_gigatoken}[sys.argv[1]](*sys.argv[2:])

    def count(encode, text):
        begin = time.process_time_ns()
        tokens = len(encode(text))
        return tokens, time.process_time_ns() - begin

    for line in sys.stdin:
        text = open(line.split()[1], encoding="utf-8", newline="").read()
        encode = fresh()
        encode("x")
        tokens, first = count(encode, text)
        warm = min(count(encode, text)[1] for _ in range(5))
        print(tokens, first, warm, flush=True)


main()
