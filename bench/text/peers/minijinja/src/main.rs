// minijinja as a peer of the text benchmark; the protocol is in bench/text/run.py.
use minijinja::{Environment, Error, ErrorKind, Value};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

struct Workload {
    templates: BTreeMap<String, String>,
    json: String,
    model_template: bool,
}

fn read(folder: &str) -> Workload {
    let mut templates = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        if name.ends_with(".j2") {
            templates.insert(name, std::fs::read_to_string(&path).unwrap());
        }
    }
    let options = std::fs::read_to_string(format!("{folder}/options.json")).unwrap();
    let json = std::fs::read_to_string(format!("{folder}/data.json")).unwrap();
    Workload { templates, json, model_template: options.contains("huggingface") }
}

fn compile(workload: &Workload) -> Environment<'_> {
    let mut env = Environment::new();
    env.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    if workload.model_template {
        env.set_trim_blocks(true);
        env.set_lstrip_blocks(true);
        env.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        env.add_function("raise_exception", |text: String| -> Result<String, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, text))
        });
        env.add_function("strftime_now", |_: String| "02 Jan 2026");
    }
    for (name, text) in &workload.templates {
        env.add_template(name, text).unwrap();
    }
    env
}

fn main() {
    let stdin = std::io::stdin();
    let mut workload = None;
    for line in stdin.lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "load" {
            workload = Some(read(words[1]));
            println!("ok");
            continue;
        }
        let current = workload.as_ref().unwrap();
        if words[0] == "output" {
            let env = compile(current);
            let data: Value = serde_json::from_str(&current.json).unwrap();
            match env.get_template("main.j2").unwrap().render(&data) {
                Ok(text) => { std::fs::write(words[1], text).unwrap(); println!("ok") }
                Err(error) => println!("fails {}", error.to_string().replace('\n', " ")),
            }
            continue;
        }
        let rounds: u32 = words[1].parse().unwrap();
        let begin;
        match words[0] {
            "compile" => {
                begin = Instant::now();
                for _ in 0..rounds { black_box(compile(current)); }
            }
            "parse" => {
                begin = Instant::now();
                for _ in 0..rounds { black_box(serde_json::from_str::<Value>(&current.json).unwrap()); }
            }
            _ => {
                let env = compile(current);
                let template = env.get_template("main.j2").unwrap();
                let data: Value = serde_json::from_str(&current.json).unwrap();
                begin = Instant::now();
                for _ in 0..rounds { black_box(template.render(&data).unwrap()); }
            }
        }
        println!("{}", begin.elapsed().as_nanos());
        std::io::stdout().flush().unwrap();
    }
}
