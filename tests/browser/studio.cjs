// The studio in a real browser: every flow of its contract.
//
//   studio.cjs GALLEY [--package DIR] [--screenshots DIR] [--only WORD]
//
// The package is build/node, which the page renders with; without it that is left out.
//
// Ends with 77, which means skipped, where no Chromium is installed.
'use strict';
const fs = require('node:fs');
const { chromium } = require('playwright-core');
const { check, optionOf, results } = require('./studio_visitor.cjs');

const screenshots = optionOf('--screenshots');
const only = optionOf('--only');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

const flows = { ...require('./studio_writing.cjs'), ...require('./studio_results.cjs'), ...require('./studio_whole.cjs') };

async function main() {
  if (!fs.existsSync(CHROMIUM)) {
    console.log('skipped: no Chromium; `./dev browser` installs one and runs this');
    process.exit(77);
  }
  if (screenshots) fs.mkdirSync(screenshots, { recursive: true });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  for (const [name, flow] of Object.entries(flows)) {
    if (only && !name.includes(only)) continue;
    console.log(`\n# ${name}`);
    try {
      await flow(browser);
    } catch (error) {
      check(false, `${name}: ${String(error).split('\n').slice(0, 6).join(' ')}`);
    }
  }
  await browser.close();
  const { passed, failures } = results;
  console.log(`\n${passed} passed, ${failures.length} failed`);
  for (const each of failures) console.log(`  ${each}`);
  process.exit(failures.length > 0 ? 1 : 0);
}

void main();
