"""What the text benchmark found, as tables, as a plot, and against the goals."""

import math
import re

STAGE_TITLES = {"render": "Rendering", "compile": "Compiling", "parse": "Reading the context (JSON)"}
MOST_EXPONENT = 1.1
COLOURS = ("#0072b2", "#999999", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d3b")


def duration(ns):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def bytes_text(size):
    return f"{size / (1 << 20):.1f} MiB"


def exponent(sizes, times):
    """Of the power law that fits the times best."""
    xs, ys = [math.log(size) for size in sizes], [math.log(time) for time in times]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys)) / sum((x - mean_x) ** 2 for x in xs)


def exponent_text(value):
    return f"{value:.2f}" + (f" **above {MOST_EXPONENT}**" if value > MOST_EXPONENT else "")


def first_name(whole):
    return next(iter(whole["versions"]))


# The names of the peers that have times in this stage, in the order they were given.
def names_in(whole, stage):
    return [name for name in whole["versions"]
            if any(name in row["stages"][stage] for row in whole["workloads"].values())]


def cell(row, stage, name, base):
    found = row["stages"][stage].get(name)
    if not found:
        reason = row["refused"].get(name, "")
        return "differs" if reason == "differs" else "–"
    text = duration(found["median"])
    return text if name == base else f"{text} ({ratio_text(found, row['stages'][stage][base])})"


# The ratio, and between what it lay where there were several runs.
def ratio_text(found, base):
    ratio, of_runs = found["median"] / base["median"], found.get("ratios", [])
    if len(of_runs) < 2:
        return f"{ratio:.2f}x"
    places = 2 if max(of_runs) < 10 else 1 if max(of_runs) < 100 else 0
    return f"{min(of_runs):.{places}f} to {max(of_runs):.{places}f}x"


def stage_table(whole, stage):
    base = first_name(whole)
    names = names_in(whole, stage)
    lines = ["| workload | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for workload, row in whole["workloads"].items():
        cells = [cell(row, stage, name, base) for name in names]
        lines.append(f"| {workload} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def spread_line(whole):
    base = first_name(whole)
    spreads = []
    for row in whole["workloads"].values():
        found = row["stages"]["render"][base]
        spreads.append((found["max"] - found["min"]) / found["median"])
    runs = whole.get("runs", 1)
    of_runs = f" in each of {runs} runs; in brackets, the lowest and the highest ratio of a run" if runs > 1 else ""
    return (f"Processor time, medians of {whole['rounds']} interleaved rounds{of_runs}. The slowest round of a "
            f"{base} render took {min(spreads):.0%} to {max(spreads):.0%} of its median longer than the fastest.")


def memory_table(whole):
    names = list(whole["versions"])
    lines = ["| workload | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for workload, row in whole["workloads"].items():
        cells = [bytes_text(row["memory"][name]) if name in row["memory"] else "–" for name in names]
        lines.append(f"| {workload} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def machine_line(about):
    return (f"Measured on {about['date']}: {about['cpu']}, {about['cores']} cores, {about['system']}; load "
            f"{about['load'][0]} before and {about['load_after'][0]} after.")


def tables(whole):
    parts = [f"{machine_line(whole['machine'])} {spread_line(whole)}", ""]
    parts.append(", ".join(f"{name} {version}" for name, version in whole["versions"].items()) + ".")
    parts += ["", "### Goals", goal_table(whole)]
    for stage, title in STAGE_TITLES.items():
        parts += ["", f"### {title}", stage_table(whole, stage)]
    parts += ["", "### Peak memory of a process that renders once", memory_table(whole)]
    return "\n".join(parts)


def update_document(path, section, text):
    """Replaces what stands between the marks of `section`."""
    begin, end = f"<!-- {section}: begin -->", f"<!-- {section}: end -->"
    document = path.read_text(encoding="utf-8")
    pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.DOTALL)
    path.write_text(pattern.sub(lambda _: f"{begin}\n{text}\n{end}", document), encoding="utf-8")


def print_goals(whole):
    """The goals of the project, and how far each workload is from them."""
    for row in goal_rows(whole):
        print("goals    " + "  ".join(row))


def goal_rows(whole):
    """A row a workload: how many times as long the peers take, beside the least that is wanted."""
    wanted = {("render", "minijinja"): "6", ("render", "floor"): "0.4", ("render", "handlebars.js"): "2",
              ("render", "handlebars-rust"): "2", ("compile", "minijinja"): "1"}
    base = first_name(whole)
    rows = []
    for workload, row in whole["workloads"].items():
        for (stage, name), least in wanted.items():
            times = row["stages"].get(stage, {})
            if name not in times:
                continue
            worst = min(times[name].get("ratios") or [times[name]["median"] / times[base]["median"]])
            rows.append((workload, stage, name, ratio_text(times[name], times[base]), least,
                         "holds" if worst >= float(least) else "**missed**"))
    return rows


def goal_table(whole):
    lines = ["| workload | stage | peer | takes | at least | |", "|---|---|---|---|---|---|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in goal_rows(whole)])


# --- The plot: one row a workload, one dot a peer, its time in terms of ours. ---

WIDTH, LEFT, RIGHT, TOP, ROW = 760, 130, 30, 64, 34


def plot(whole, stage="render"):
    base = first_name(whole)
    names = names_in(whole, stage)
    rows = list(whole["workloads"].items())
    ratios = [times["median"] / row["stages"][stage][base]["median"]
              for _, row in rows for times in row["stages"][stage].values()]
    low = math.floor(math.log10(min(ratios)))
    high = math.ceil(math.log10(max(ratios)))

    def at(ratio):
        return LEFT + (math.log10(ratio) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    height = TOP + ROW * len(rows) + 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
             f'font-family="sans-serif" font-size="12">',
             "<style>text{fill:#333}line{stroke:#ccc}"
             "@media(prefers-color-scheme:dark){text{fill:#ddd}line{stroke:#555}}</style>"]
    parts += legend(names)
    for power in range(low, high + 1):
        x = at(10 ** power)
        label = f"{10 ** power}x" if power >= 0 else f"{10 ** power:g}x"
        parts.append(f'<line x1="{x:.1f}" y1="{TOP - 8}" x2="{x:.1f}" y2="{height - 36}"/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 20}" text-anchor="middle">{label}</text>')
    for index, (workload, row) in enumerate(rows):
        y = TOP + ROW * index + ROW / 2
        parts.append(f'<text x="{LEFT - 12}" y="{y + 4:.1f}" text-anchor="end">{workload}</text>')
        for name, times in row["stages"][stage].items():
            ratio = times["median"] / row["stages"][stage][base]["median"]
            parts.append(f'<circle cx="{at(ratio):.1f}" cy="{y:.1f}" r="5" '
                         f'fill="{COLOURS[names.index(name)]}"><title>{name}: '
                         f'{duration(times["median"])}</title></circle>')
    parts.append(f'<text x="{LEFT}" y="{height - 4}">time to render, in terms of {base} '
                 "(further left is faster)</text></svg>")
    return "\n".join(parts) + "\n"


def legend(names):
    parts, x = [], LEFT
    for index, name in enumerate(names):
        y = 18 + 20 * (index // 4)
        x = LEFT + (index % 4) * 150
        parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{COLOURS[index]}"/>'
                     f'<text x="{x + 10}" y="{y + 4}">{name}</text>')
    return parts
