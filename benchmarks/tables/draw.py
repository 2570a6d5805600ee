"""Draws table cells of PDF files at random, with a truth by position: `python draw.py FOLDER SEED > drawn.jsonl`.

pdfplumber reads the words; a number that stands under or over others of its right edge is a cell. Label, heads and
unit follow from the places of the words alone. A person then reads every cell on its page (see README.md).
"""
import json
import random
import re
import sys
from pathlib import Path

import pdfplumber

PAGES, CELLS = 8, 2
NUMBER = re.compile(r"^[-–—(]?[$€£]?\(?-?(\d[\d,]*(\.\d+)?|\.\d+)\)?%?\)?$")
YEAR = re.compile(r"^(19|20)\d\d$")
UNIT = re.compile(r"(?:in|of) (thousands|millions|billions)|\$ ?in (thousands|millions|billions)|(thousands|millions|billions)", re.I)


def lines_of(page):
    rows = []
    for word in sorted(page.extract_words(x_tolerance=1.5, keep_blank_chars=False), key=lambda w: (w["bottom"], w["x0"])):
        if rows and abs(rows[-1][0]["bottom"] - word["bottom"]) < 2.5:
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda w: w["x0"]) for row in rows]


def segments(row):
    parts = []
    for word in row:
        size = word["bottom"] - word["top"]
        if parts and word["x0"] - parts[-1]["x1"] < 0.55 * size and word["text"] not in "$" and parts[-1]["text"] != "$":
            parts[-1]["text"] += " " + word["text"]
            parts[-1]["x1"] = word["x1"]
        elif parts and word["text"] in (")", "%", ")%", "%)") and word["x0"] - parts[-1]["x1"] < size:
            parts[-1]["text"] += word["text"]
        else:
            parts.append({k: word[k] for k in ("text", "x0", "x1", "top", "bottom")})
    return parts


def is_value(part):
    return bool(NUMBER.match(part["text"].replace(" ", ""))) and not YEAR.match(part["text"])


def edge(part):
    return part["x1"]


def candidates(rows):
    found = []
    values = [(i, p) for i, row in enumerate(rows) for j, p in enumerate(row) if j > 0 and is_value(p)]
    for i, part in values:
        near = [q for k, q in values if k != i and abs(k - i) < 8 and abs(q["x1"] - part["x1"]) < 6]
        wide = part["x0"] - rows[i][rows[i].index(part) - 1]["x1"] > 2
        if len(near) >= 2 and wide:
            found.append((i, part))
    return found


def spans(page):
    rules = [r for r in page.lines + page.rects if r["x1"] - r["x0"] > 8 and r["bottom"] - r["top"] < 2.5]
    return [(r["x0"], r["x1"], r["top"]) for r in rules]


def truth(page, rows, at, part):
    rules = spans(page)
    row = rows[at]
    labels = [p for p in row if not is_value(p) and p["text"] not in ("$", "—", "%") and p["x1"] < part["x0"]]
    label = labels[0]["text"] if labels and labels[0] is row[0] else ""
    edge0 = min((p["x0"] for r in rows[max(0, at - 12): at + 12] for p in r[1:] if is_value(p)), default=part["x0"])
    above = at - 1
    # A label over several lines: lines above without values that begin at the label, if ours begins in lower case.
    while above >= 0 and label[:1].islower() and len(rows[above]) == 1:
        label = rows[above][0]["text"] + " " + label
        above -= 1
    top = at
    for k in range(at - 1, -1, -1):
        if rows[k + 1][0]["top"] - rows[k][0]["bottom"] > 30:
            break
        if any(is_value(p) and j > 0 for j, p in enumerate(rows[k])):
            top = k
    column = [p for k in range(top, min(len(rows), at + 12)) for p in rows[k][1:] if is_value(p) and abs(p["x1"] - part["x1"]) < 6]
    x0, x1 = min(p["x0"] for p in column), max(p["x1"] for p in column)
    heads, caption = [], []
    for k in range(top - 1, max(-1, top - 9), -1):
        if rows[k + 1][0]["top"] - rows[k][0]["bottom"] > 22:
            break
        over = []
        for p in rows[k]:
            a, b = p["x0"], p["x1"]
            for r0, r1, y in rules:
                if 0 <= y - p["bottom"] < 5 and r0 < b and r1 > a and r0 >= edge0 - 60:
                    a, b = min(a, r0), max(b, r1)
            if p["x0"] > edge0 - 50 and a < x1 + 1 and b > x0 - 1:
                over.append(p["text"])
        if not over and not heads:
            continue
        if not over:
            break
        heads = over + heads
    text = " ".join(p["text"] for k in range(max(0, top - 9), top) for p in rows[k])
    scale = [next(g for g in m.groups() if g) for m in UNIT.finditer(text)]
    return {"label": label, "heads": heads, "scale": scale[-1].lower() if scale else "", "above": [" | ".join(p["text"] for p in rows[k]) for k in range(max(0, top - 8), min(top + 1, at))]}


def main(folder, seed):
    for path in sorted(Path(folder).glob("*.pdf")):
        chance = random.Random(f"{seed}:{path.name}")
        with pdfplumber.open(path) as pdf:
            numbers = list(range(1, len(pdf.pages) + 1))
            chance.shuffle(numbers)
            taken = 0
            for number in numbers:
                page = pdf.pages[number - 1]
                rows = [segments(row) for row in lines_of(page)]
                cells = candidates(rows)
                if len(cells) < 6:
                    page.close()
                    continue
                for at, part in chance.sample(cells, CELLS):
                    box = [round(part[k], 1) for k in ("x0", "top", "x1", "bottom")]
                    print(json.dumps({"file": path.name, "page": number, "text": part["text"], "box": box, **truth(page, rows, at, part), "row": " | ".join(p["text"] for p in rows[at])}, ensure_ascii=False), flush=True)
                page.close()
                taken += 1
                if taken == PAGES:
                    break


if __name__ == "__main__":
    main(*sys.argv[1:])
