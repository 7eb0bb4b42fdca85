// bpe-openai's side of the token benchmark: see run.py.  It keeps nothing between texts, so
// its first pass is its warm one but for the processor's caches.
use std::io::{BufRead, Write};

fn now() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

fn main() {
    let tokenizer = bpe_openai::o200k_base();
    tokenizer.count("x");
    let count = |text: &str| {
        let begin = now();
        let tokens = tokenizer.count(text);
        (tokens, now() - begin)
    };
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let text = std::fs::read_to_string(line.split(' ').nth(1).unwrap()).unwrap();
        let (tokens, first) = count(&text);
        let warm = (0..5).map(|_| count(&text).1).min().unwrap();
        println!("{tokens} {first} {warm}");
        std::io::stdout().flush().unwrap();
    }
}
