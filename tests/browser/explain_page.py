# The page of `galley explain --html`, in a real browser: nothing in a context can run or
# become markup, the slider shows what the command tells for each budget, the keyboard
# moves it, and without scripts the page is still whole.
#
#   explain_page.py GALLEY [--screenshots DIR]
#
# Ends with 77, which means skipped, where no Chromium is installed.
import json
import os
import subprocess
import sys
import tempfile

import chromium

HOSTILE = [
    '<script>window.pwned = 1</script>',
    '</script><script>window.pwned = 2</script>',
    '<img src=x onerror="window.pwned = 3">',
    '"><svg onload="window.pwned = 4">',
    "'><iframe src='javascript:parent.pwned = 5'></iframe>",
    '</pre></div></li></ol></main><script>window.pwned = 6</script>',
    '<!-- <script> -->', ']]>', '&lt;b&gt;&amp;#39;', '<style>body { display: none }</style>',
    '<base href="https://example.com/">', '<meta http-equiv="refresh" content="0;url=x">',
    '\u2028\u2029\u202e\ufeff', 'javascript:window.pwned=7', '<a href="javascript:1">x</a>',
    'two\nlines\n\n<b>bold</b>', '\nstarts with a line break', 'a\rb', '{{7*7}} ${7*7}',
    '<plaintext>', '<textarea>', '<math><mtext></form><form><mglyph><style></math><img src onerror=pwned=8>',
]

TEMPLATE = {
    'id': 'hostile', 'name': 'A "hostile" <b>name</b> </title><script>window.pwned = 9</script>',
    'task': 'turn_generation', 'version': 1,
    'layout': [
        {'kind': 'message', 'role': 'system', 'content': 'You are careful.'},
        {'kind': 'slot', 'name': '<i>turns</i>', 'header': {'role': 'user', 'content': 'Turns:'}},
        {'kind': 'message', 'role': 'assistant', 'content': 'So: ', 'prefix': True}],
    'slots': {'<i>turns</i>': {'priority': 0, 'budget': {'maxTokens': 150}, 'plan': [
        {'kind': 'forEach', 'source': {'source': 'turns'}, 'map': [
            {'kind': 'message', 'role': 'user', 'content': '{{item}}'}]}]}},
}

failures = []


def check(holds, what):
    print(('ok    ' if holds else 'FAIL  ') + what)
    if not holds:
        failures.append(what)


def run(galley, *words, cwd):
    return subprocess.run([galley, *words], cwd=cwd, check=True, stdout=subprocess.PIPE).stdout


def make_page(galley, folder):
    os.makedirs(folder + '/.galley/templates')
    with open(folder + '/.galley/templates/hostile.chat.json', 'w') as file:
        json.dump(TEMPLATE, file)
    with open(folder + '/context.json', 'w') as file:
        json.dump({'turns': HOSTILE}, file)
    run(galley, 'explain', 'hostile', '-d', 'context.json', '--budget', '120', '--no-squash',
        '--html', 'page.html', cwd=folder)
    return folder + '/page.html'


def explain(galley, folder, budget):
    return json.loads(run(galley, 'explain', 'hostile', '-d', 'context.json', '--budget', budget,
                          '--no-squash', '--format', 'json', cwd=folder))


TEXTS = "[...document.querySelectorAll('#messages pre')].map((each) => each.textContent)"
TAGS = """[...new Set([...document.querySelectorAll('body *')].map((each) => each.localName))].sort().join(' ')"""
# What the page is made of, and nothing else.
KNOWN_TAGS = ('a aside button code details div footer h1 h2 input label li main nav ol output p pre progress '
              'rect script section span summary svg table tbody td th thead tr ul')


def check_harmless(browser, path, expected, how):
    browser.open(path)
    check(browser.evaluate('window.pwned === undefined'), f'nothing of the context ran {how}')
    extra = set(browser.evaluate(TAGS).split()) - set(KNOWN_TAGS.split())
    check(not extra, f'nothing of the context became markup {how}: {extra or "none"}')
    check(browser.evaluate("document.querySelectorAll('script').length") == 2,
          f'there are no scripts but those of the page {how}')
    # A page cannot hold a carriage return that a browser would keep in static text; the
    # script's data can.
    check(browser.evaluate(TEXTS) == expected, f'every text is shown as it is {how}')
    check(browser.evaluate('document.title').startswith(TEMPLATE['name']), f'the title is text {how}')
    urls = [each['params']['request']['url'] for each in browser.events
            if each.get('method') == 'Network.requestWillBeSent']
    check(urls == ['file://' + path], f'the page asks for nothing else {how}: {urls}')
    thrown = [each for each in browser.events
              if each.get('method') in ('Runtime.exceptionThrown', 'Log.entryAdded')]
    check(not thrown, f'the console stays empty {how}: {thrown or "yes"}')


def check_slider(browser, galley, folder):
    points = browser.evaluate("JSON.parse(document.getElementById('data').textContent).states.length")
    check(points > 5, f'the slider has {points} stops')
    browser.evaluate("document.getElementById('budget').focus()")
    browser.press('Home')
    check(browser.evaluate("document.getElementById('budget').value ==="
                           " document.getElementById('budget').min"), 'Home goes to the least')
    for stop in range(points):
        budget = browser.evaluate("document.getElementById('value').textContent").split()[0].replace(',', '')
        told = explain(galley, folder, budget)
        texts = [part['content'] for message in told['messages'] for part in message['parts']]
        whys = browser.evaluate("[...document.querySelectorAll('.drop .why')].map((each) => each.textContent)")
        # The page has what is over the budget first, and folds conditions.
        same = browser.evaluate(TEXTS) == texts and sorted(whys) == sorted(drop['why'] for drop in told['drops'])
        used = browser.evaluate("document.querySelector('#budgets td.number').textContent").replace(',', '')
        if not same or used != str(told['usage']['tokens']):
            check(False, f'the page and the command agree at {budget}')
        browser.press('ArrowRight')
    check(True, f'the page and the command agree at {points} budgets')
    check(browser.evaluate("[...document.querySelectorAll('#changes tr')].pop().className") == 'here',
          'the arrow keys reach the end')
    check(browser.evaluate("document.querySelectorAll('tr.here').length") == 1,
          'the table marks where the slider is')


CONTRAST = """(() => {
  const luminance = (colour) => {
    const [r, g, b] = colour.match(/[0-9.]+/g).map(Number).map((c) => c / 255)
      .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (colour !== 'rgba(0, 0, 0, 0)') return colour;
    }
  };
  let least = 21;
  for (const element of document.querySelectorAll('h1, h2, p, th, td, span, pre, code, .place, output, footer')) {
    if (!element.textContent.trim()) continue;
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(behind(element))];
    least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
  }
  return least;
})()"""


def check_looks(browser, path, screenshots):
    backgrounds = []
    for scheme in ('light', 'dark'):
        browser.set_scheme(scheme)
        browser.open(path)
        contrast = browser.evaluate(CONTRAST)
        check(contrast >= 4.5, f'every text stands out in {scheme}: {contrast:.1f} to 1')
        backgrounds.append(browser.evaluate('getComputedStyle(document.body).backgroundColor'))
        save(browser, screenshots, scheme)
    check(backgrounds[0] != backgrounds[1], 'dark is dark and light is light')
    browser.set_scheme('light')
    for width in (360, 390):
        browser.resize(width, 800)
        for scheme in ('light', 'dark'):
            browser.set_scheme(scheme)
            browser.open(path)
            check(browser.evaluate(f'document.documentElement.scrollWidth <= {width}'),
                  f'it fits a screen of {width} pixels')
            check(browser.evaluate("document.querySelector('.top').offsetHeight") <= 150,
                  'the header stays small there')
            check(browser.evaluate("document.querySelector('#budgets progress').offsetWidth") > 100,
                  'and the bars are kept')
            save(browser, screenshots, f'{width}-{scheme}')
    browser.set_scheme('light')
    browser.resize(1100, 1400)


def check_without_scripts(browser, path, screenshots):
    browser.open(path)
    with_scripts = browser.evaluate("document.querySelector('main').innerText")
    browser.set_scripts(False)
    browser.open(path)
    check(browser.evaluate("document.querySelector('main').innerText") == with_scripts,
          'without scripts the page says the same')
    check(browser.evaluate("getComputedStyle(document.getElementById('control')).display") == 'none',
          'without scripts there is no slider')
    save(browser, screenshots, 'no-script')
    browser.set_scripts(True)


def check_keyboard(browser, path):
    browser.open(path)
    browser.press('Tab')
    check(browser.evaluate("document.activeElement.id") == 'budget', 'Tab reaches the slider first')
    reached = []
    for _ in range(12):
        browser.press('Tab')
        reached.append(browser.evaluate("document.activeElement.localName"))
    check(reached[:4] == ['a'] * 4, 'then the links')
    check('button' in reached and 'summary' in reached and 'pre' in reached,
          'then the filter, the messages and their texts, which may scroll')


def check_tools(browser, path):
    browser.open(path)
    count = "[...document.querySelectorAll('.message')].filter((each) => !each.hidden).length"
    all_messages = browser.evaluate(count)
    browser.evaluate("document.getElementById('filter').value = 'plaintext';"
                     "document.getElementById('filter').dispatchEvent(new Event('input'))")
    check(0 < browser.evaluate(count) < all_messages, 'the filter hides what does not hold the words')
    browser.evaluate("document.getElementById('filter').value = '';"
                     "document.getElementById('filter').dispatchEvent(new Event('input'));"
                     "document.getElementById('fold').click()")
    check(browser.evaluate("document.querySelectorAll('.message details[open]').length") == 0,
          'messages can be collapsed')
    slider = browser.evaluate("[document.getElementById('budget').min, document.getElementById('budget').max,"
                              " document.querySelectorAll('#ticks rect').length]")
    check(int(slider[1]) > int(slider[0]) and slider[2] > 5, f'the slider counts tokens: {slider}')


def save(browser, folder, name):
    if folder:
        with open(f'{folder}/{name}.png', 'wb') as file:
            file.write(browser.screenshot())


def main():
    if not chromium.find():
        print('skipped: no Chromium; `./dev browser` installs one and runs this')
        sys.exit(77)
    galley = os.path.abspath(sys.argv[1])
    screenshots = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory() as folder, chromium.Browser() as browser:
        folder = os.path.realpath(folder)
        browser.resize(1100, 1400)
        path = make_page(galley, folder)
        texts = [part['content'] for message in explain(galley, folder, '120')['messages']
                 for part in message['parts']]
        check(len(texts) > 5, f'{len(texts)} texts are shown')
        check_harmless(browser, path, texts, 'under its policy')
        check_slider(browser, galley, folder)
        check_keyboard(browser, path)
        check_tools(browser, path)
        check_without_scripts(browser, path, screenshots)
        check_looks(browser, path, screenshots)
        # The policy is the second wall; the first holds alone.
        with open(path) as file:
            lines = [line for line in file if 'Content-Security-Policy' not in line]
        with open(folder + '/bare.html', 'w') as file:
            file.writelines(lines)
        check_harmless(browser, folder + '/bare.html', texts, 'without its policy')
    print(f'{len(failures)} failed')
    sys.exit(1 if failures else 0)


main()
