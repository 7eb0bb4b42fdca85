// handlebars (the Rust crate) as a peer of the text benchmark; the protocol is in
// bench/text/run.py.
use handlebars::Handlebars;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::time::Instant;

struct Workload {
    templates: BTreeMap<String, String>,
    json: String,
}

fn read(folder: &str) -> Result<Workload, String> {
    let mut templates = BTreeMap::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        if let Some(stem) = name.strip_suffix(".hbs") {
            templates.insert(stem.to_string(), std::fs::read_to_string(&path).unwrap());
        }
    }
    if !templates.contains_key("main") {
        return Err("not written in Handlebars".to_string());
    }
    let json = std::fs::read_to_string(format!("{folder}/data.json")).unwrap();
    Ok(Workload { templates, json })
}

fn compile<'a>(workload: &Workload) -> Handlebars<'a> {
    let mut registry = Handlebars::new();
    registry.register_escape_fn(handlebars::no_escape);
    for (name, text) in &workload.templates {
        registry.register_template_string(name, text).unwrap();
    }
    registry
}

fn data(workload: &Workload) -> serde_json::Value {
    serde_json::from_str(&workload.json).unwrap()
}

fn time(what: &str, rounds: u32, workload: &Workload) -> u128 {
    let registry = compile(workload);
    let value = data(workload);
    let begin = Instant::now();
    for _ in 0..rounds {
        match what {
            "compile" => drop(black_box(compile(workload))),
            "parse" => drop(black_box(data(workload))),
            _ => drop(black_box(registry.render("main", &value).unwrap())),
        }
    }
    begin.elapsed().as_nanos()
}

fn main() {
    let stdin = std::io::stdin();
    let mut workload = None;
    for line in stdin.lock().lines() {
        let line = line.unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "load" => match read(words[1]) {
                Ok(found) => {
                    workload = Some(found);
                    println!("ok");
                }
                Err(reason) => println!("fails {reason}"),
            },
            "output" => {
                let current = workload.as_ref().unwrap();
                match compile(current).render("main", &data(current)) {
                    Ok(text) => {
                        std::fs::write(words[1], text).unwrap();
                        println!("ok");
                    }
                    Err(error) => println!("fails {}", error.to_string().replace('\n', " ")),
                }
            }
            what => println!("{}", time(what, words[1].parse().unwrap(), workload.as_ref().unwrap())),
        }
        std::io::stdout().flush().unwrap();
    }
}
