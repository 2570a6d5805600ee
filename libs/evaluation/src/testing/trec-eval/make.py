"""Makes qrels.txt, run.txt and expected.json, which measures/trec-eval.spec.ts compares with.

pip install ir-measures==0.4.3 pytrec-eval-terrier==0.5.11 && python make.py
"""

import json
import random
from importlib.metadata import version
from pathlib import Path

import ir_measures
from ir_measures import RR, R, nDCG

HERE = Path(__file__).parent
draw = random.Random(20261121)
documents = [f"d{n}" for n in range(18)]
qrels, run = [], []

for query in range(30):
    name = f"q{query}"
    judged = draw.sample(documents, draw.randint(1, 14))
    # Every third query has grades; every tenth no relevant document at all.
    grades = [0] if query % 10 == 9 else [-1, 0, 1, 2, 3] if query % 3 == 0 else [0, 1]
    qrels += [(name, document, draw.choice(grades)) for document in judged]
    # Every seventh query was not run; one was run and not judged.
    if query % 7 == 6:
        continue
    # Few different scores: many ties.
    run += [(name, document, draw.randint(1, 9) / 4) for document in draw.sample(documents, draw.randint(1, 18))]
run += [("q99", document, 1.0) for document in documents[:3]]

(HERE / "qrels.txt").write_text("".join(f"{q} 0 {d} {g}\n" for q, d, g in qrels))
(HERE / "run.txt").write_text("".join(f"{q} Q0 {d} 1 {s} made\n" for q, d, s in run))

measures = {"recall5": R @ 5, "recall10": R @ 10, "recall100": R @ 100, "ndcg10": nDCG @ 10, "rr": RR}
judged = [ir_measures.Qrel(*line) for line in qrels]
ranked = [ir_measures.ScoredDoc(*line) for line in run]
names = {str(measure): name for name, measure in measures.items()}
queries: dict = {}
for metric in ir_measures.iter_calc(list(measures.values()), judged, ranked):
    queries.setdefault(metric.query_id, {})[names[str(metric.measure)]] = metric.value
means = {names[str(measure)]: value for measure, value in ir_measures.calc_aggregate(list(measures.values()), judged, ranked).items()}
made_with = {package: version(package) for package in ("ir-measures", "pytrec-eval-terrier")}
expected = {"madeWith": made_with, "queries": queries, "means": means}
(HERE / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
