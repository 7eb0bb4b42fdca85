# `chat.explain` and `chat.budget` against `chat.render`, on every chat fixture: the parts
# make up the messages, the budgets add up to what was used, each record of the ledger that
# tells of something missing has its reason, and the page and the table can be made.
#
#   explain_differential.py GALLEY
import glob
import json
import os
import subprocess
import sys

WIDTH = 60


def renders():
    """The parameters of each fixture that renders, by its name."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../spec/chat')
    for path in sorted(glob.glob(folder + '/*.txt')):
        with open(path) as file:
            text = file.read()
        _, _, rest = text.partition('--- call chat.render\n')
        body = rest.split('\n--- ')[0]
        if body and '"@' not in body:
            yield os.path.basename(path), json.loads(body)


def questions(params):
    params = {key: value for key, value in params.items() if key != 'explain'}
    spread = {key: value for key, value in params.items() if key != 'maxTokens'}
    yield 'chat.render', {**params, 'explain': True}
    yield 'chat.explain', {**params, 'format': 'text', 'width': WIDTH}
    yield 'chat.explain', {**params, 'format': 'html'}
    yield 'chat.budget', {**spread, 'from': 0, 'to': 500, 'points': 8, 'format': 'text'}


def code_of(answer):
    return answer['error']['data']['diagnostics'][0]['code'] if 'error' in answer else None


def differences(render, explain, page, budget):
    # What a render fails for, an explanation explains.
    if code_of(render) in ('required-dropped', 'leaf-failed'):
        if code_of(explain) or code_of(page) or code_of(budget):
            yield 'it cannot be explained'
        return
    if code_of(render) or code_of(explain):
        if code_of(render) != code_of(explain):
            yield f'{code_of(render)} and {code_of(explain)}'
        return
    if code_of(page) or code_of(budget):
        yield f'page: {code_of(page)}, budget: {code_of(budget)}'
        return
    rendered, told = render['result'], explain['result']
    joined = [(each['role'], '\n'.join(part['content'] for part in each['parts']))
              for each in told['messages']]
    if joined != [(each['role'], each['content']) for each in rendered['messages']]:
        yield 'the parts do not make up the messages'
    if told['usage'] != rendered['usage']:
        yield 'the usage differs'
    if sum(each['tokens'] for each in told['budgets'][1:]) != rendered['usage']['tokens']:
        yield 'the budgets do not add up'
    missing = [each for each in rendered['ledger'] if each['event'] in ('skip', 'stop')]
    if len(missing) != len(told['drops']) or not all(each['why'] for each in told['drops']):
        yield 'something is missing without a reason'
    if any(len(line) > WIDTH for line in told['text'].splitlines()):
        yield 'a line is too wide'
    points = [each['maxTokens'] for each in budget['result']['points']]
    if points != sorted(set(points)):
        yield 'the points are not in order'


def main():
    cases = list(renders())
    requests = [{'jsonrpc': '2.0', 'id': 0, 'method': method, 'params': params}
                for _, given in cases for method, params in questions(given)]
    lines = subprocess.run([sys.argv[1], 'rpc'], text=True, check=True, stdout=subprocess.PIPE,
                           input=''.join(json.dumps(each) + '\n' for each in requests)).stdout
    answers = [json.loads(line) for line in lines.splitlines()]
    failed = 0
    for at, (name, _) in enumerate(cases):
        for difference in differences(*answers[4 * at:4 * at + 4]):
            print(f'{name}: {difference}')
            failed += 1
    print(f'{len(cases)} renders compared, {failed} differences')
    sys.exit(1 if failed or len(cases) < 50 else 0)


main()
