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

// JSON as Python writes it, which is what chat templates expect of `tojson`.
struct PythonFormatter;

impl serde_json::ser::Formatter for PythonFormatter {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> std::io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }
    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> std::io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }
    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> std::io::Result<()> {
        out.write_all(b": ")
    }
}

fn python_json(value: Value) -> String {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, PythonFormatter);
    serde::Serialize::serialize(&value, &mut serializer).unwrap();
    String::from_utf8(out).unwrap()
}

fn environment<'a>(workload: &Workload) -> Environment<'a> {
    let mut env = Environment::new();
    env.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    if workload.model_template {
        env.set_trim_blocks(true);
        env.set_lstrip_blocks(true);
        env.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
        env.add_filter("tojson", python_json);
        env.add_function("raise_exception", |text: String| -> Result<String, Error> {
            Err(Error::new(ErrorKind::InvalidOperation, text))
        });
        env.add_function("strftime_now", |_: String| "02 Jan 2026");
    }
    env
}

fn compile<'a>(workload: &'a Workload, env: &mut Environment<'a>) {
    for (name, text) in &workload.templates {
        env.add_template(name, text).unwrap();
    }
}

fn parse(workload: &Workload) -> Value {
    serde_json::from_str(&workload.json).unwrap()
}

// The environment is warm, as that of a program that compiles more than once is.
fn time(what: &str, rounds: u32, workload: &Workload) -> u128 {
    let mut env = environment(workload);
    compile(workload, &mut env);
    if what == "compile" {
        let begin = Instant::now();
        for _ in 0..rounds {
            compile(workload, black_box(&mut env));
        }
        return begin.elapsed().as_nanos();
    }
    let data = parse(workload);
    let template = env.get_template("main.j2").unwrap();
    let begin = Instant::now();
    for _ in 0..rounds {
        if what == "parse" {
            black_box(parse(workload));
        } else {
            black_box(template.render(&data).unwrap());
        }
    }
    begin.elapsed().as_nanos()
}

fn output(workload: &Workload, path: &str) -> String {
    let mut env = environment(workload);
    compile(workload, &mut env);
    match env.get_template("main.j2").unwrap().render(parse(workload)) {
        Ok(text) => {
            std::fs::write(path, text).unwrap();
            "ok".to_string()
        }
        Err(error) => format!("fails {}", error.to_string().replace('\n', " ")),
    }
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
        } else if words[0] == "output" {
            println!("{}", output(workload.as_ref().unwrap(), words[1]));
        } else {
            let rounds = words[1].parse().unwrap();
            println!("{}", time(words[0], rounds, workload.as_ref().unwrap()));
        }
        std::io::stdout().flush().unwrap();
    }
}
