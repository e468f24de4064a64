import { describe, expect, test } from 'vitest'
import { processorMsOf } from '../../testing/processor-time.ts'
import { extractFileDocument } from './file-document.ts'

const read = async (text: string, fileName = 'a.md') =>
  (await extractFileDocument({ bytes: new TextEncoder().encode(text), fileName })).document
const markdown = async (text: string, fileName?: string) => (await read(text, fileName)).markdown

describe('what the author of a Markdown file wrote for nobody to read', () => {
  test.each([
    ['a comment', 'Fifty euros.\n\n<!-- ninety in March -->\n\nPets are welcome.'],
    ['a comment of several paragraphs', 'Fifty euros.\n\n<!--\nninety\n\nin March\n\n-->\n\nPets are welcome.'],
    ['a comment with code in it', 'Fifty euros.\n\n<!--\n```\nninety\n```\n-->\n\nPets are welcome.'],
    ['a comment that never ends', 'Fifty euros.\n\nPets are welcome.\n\n<!-- ninety\n\nin March'],
    ['a comment of Obsidian', 'Fifty euros. %%ninety in March%%\n\nPets are welcome.'],
    ['a block of Obsidian', 'Fifty euros.\n\n%%\nninety\n\nin March\n%%\n\nPets are welcome.'],
    ['a comment of MDX', 'Fifty euros.\n\n{/* ninety\n\nin March */}\n\nPets are welcome.'],
    ['a comment of Liquid', 'Fifty euros.\n\n{% comment %}\nninety\n{% endcomment %}\n\nPets are welcome.'],
    ['a comment of kramdown', 'Fifty euros.\n\n{::comment}\nninety\n{:/comment}\n\nPets are welcome.'],
    ['a comment of Hugo', 'Fifty euros.\n\n{{/* ninety */}}\n\n{{< /* ninety */ >}}\n\nPets are welcome.'],
    ['a link that leads nowhere', 'Fifty euros.\n\n[//]: # (ninety)\n[comment]: <> "ninety"\n\nPets are welcome.'],
    ['settings in YAML', '---\n# ninety\nprice: ninety\ntags:\n  - ninety\n---\n\nFifty euros.\n\nPets are welcome.'],
    ['settings in YAML with dots', '\n---\nprice: ninety\n...\nFifty euros.\n\nPets are welcome.'],
    ['settings in TOML', '+++\nprice = "ninety"\n\n[menu]\nmain = 1\n+++\nFifty euros.\n\nPets are welcome.'],
    ['imports', "import Tabs from '@theme/Tabs';\nimport {\n  A,\n} from 'b'\n\nFifty euros.\n\nPets are welcome."],
    ['exports', 'Fifty euros.\n\nexport const prices = {\n  ninety: 90,\n\n  b: 1,\n}\n\nPets are welcome.'],
    ['settings in JSON', '{\n  "price": "ninety"\n}\n\nFifty euros.\n\nPets are welcome.'],
    ['settings in JSON between lines', ';;;\n{"price": "ninety"}\n;;;\nFifty euros.\n\nPets are welcome.'],
    ['what Liquid and Hugo insert', '{% include ninety.html %}\nFifty euros.\n\n{{< ninety >}}\n\nPets are welcome.'],
    ['a table of contents', '[TOC]\n\n[[_TOC_]]\n\nFifty euros.\n\nPets are welcome.'],
    ['what is hidden', 'Fifty euros.\n\n<div hidden>\n\nninety\n\n</div>\n\nPets are welcome.'],
  ])('is not learnt: %s', async (_case, text) => {
    expect(await markdown(text)).toBe('Fifty euros.\n\nPets are welcome.')
  })

  test('is not learnt where it stands beside other text', async () => {
    expect(await markdown('- One <!-- a\n  b --> and more\n  <!-- c -->\n- Two\n\n> Three <!-- d -->')).toBe(
      '- One  and more\n- Two\n\n> Three',
    )
    expect(await markdown('| A | B |\n|---|---|\n| 1 | 2 |\n<!-- | 3 | 4 | -->\n| 5 | 6 |')).toBe(
      '| A | B |\n|---|---|\n| 1 | 2 |\n| 5 | 6 |',
    )
  })

  test.each([
    ['between fences', '```html\n<!-- shown -->\n%%\n---\n```\n\n- Two:\n\n  ~~~\n  <!-- shown -->\n  ~~~'],
    ['indented', 'Write:\n\n    <!-- shown -->\n    <b>\n\nand so on.'],
    ['in a line', 'Write `<!-- shown -->` or ``a ` <!-- shown -->``.'],
    ['with other signs', 'It is 100%% cotton and 50%% wool. An arrow --> and a mark <!-- of a comment.'],
    ['as a line', 'Above\n\n---\n\nMiddle: yes\n\n---\n\nBelow'],
    ['at the beginning', '---\n\nJust a line above.\n\n---\n\nBelow'],
    ['in words', 'import it from "there" and\nexport it.\n\nexport your data in the settings.\n\nimport os'],
  ])('is what its readers see: %s', async (_case, text) => {
    expect(await markdown(text)).toBe(text)
  })

  test('may name the file', async () => {
    const title = async (text: string) => (await read(text)).title
    expect(await title('---\ntitle: "Opening hours"\n---\n# Hours\n\nNine to five.')).toBe('Opening hours')
    expect(await title("---\nlang: en\ntitle: It's open # or so\n---\nNine to five.")).toBe("It's open")
    expect(await title('+++\ntitle = "Opening hours"\n+++\nNine to five.')).toBe('Opening hours')
    expect(await title('---\nlang: en\n---\n<!-- # Not this -->\n# Hours\n\nNine to five.')).toBe('Hours')
    expect(await title('---\ntitle: |\n  many\n---\nNine to five.')).toBe('a')
  })
})

describe('what only some programs understand in a Markdown file', () => {
  test.each([
    ['footnotes', 'It costs 25[^1] euros.\n\n[^1]: Half for children.', 'It costs 25 euros.\n\nHalf for children.'],
    ['footnotes in the line', 'It costs 25^[Half for children.] euros.', 'It costs 25 (Half for children.) euros.'],
    [
      'links by name',
      'See [the map][m], [Plan][] or [plan].\n\n[m]: https://m.example "Map"\n[plan]: <https://p.example>',
      'See [the map](https://m.example), [Plan](https://p.example) or [plan](https://p.example).',
    ],
    ['links of a wiki', 'See [[Prices|our prices]] and [[Rooms]].', 'See our prices and Rooms.'],
    ['marked text', 'It is ==free== if a == b.', 'It is free if a == b.'],
    [
      'boxes',
      ':::tip Dogs\nNine euros.\n:::\n\n!!! note "Cats"\n\n> [!WARNING]\n> Mind the step.',
      'Dogs\nNine euros.\n\nCats\n\n> Mind the step.',
    ],
    [
      'attributes',
      '## Prices {#prices .big}\n\nNine euros.{: .note}\n\nUse {name} here.',
      '## Prices\n\nNine euros.\n\nUse {name} here.',
    ],
    ['pictures that are written out', 'A ![lamp](data:image/png;base64,iVBORw0KGgo=)', 'A lamp'],
  ])('is read as text: %s', async (_case, text, expected) => {
    expect(await markdown(text)).toBe(expected)
  })

  test('stays in code, and where nothing defines it', async () => {
    const text =
      'Press [x] or `[[ -f a ]]`.\n\n```\n{% if %} [^1] ::: {#a}\n[m]: https://m.example\n```\n\nAn [ ] and {{ name }}.'
    expect(await markdown(text)).toBe(text)
  })
})

describe('HTML in a Markdown file', () => {
  test('is read as its readers see it', async () => {
    expect(
      await markdown(
        '<h2>Shipping</h2>\n<p>Shipping costs <b>five</b> euros.</p>\n' +
          '<details><summary>To Norway?</summary>Yes, for nine euros.</details>',
      ),
    ).toBe('## Shipping\n\nShipping costs **five** euros.\n\n**To Norway?**\n\nYes, for nine euros.')
    expect(await markdown('Costs <b>five</b> euros,<br>or H<sub>2</sub>O<sup>2</sup> & more.<br/>\nEnd <i>x</i>')).toBe(
      'Costs **five** euros,\nor H₂O² & more.\n\nEnd x',
    )
    expect(
      await markdown('See <a href="https://x.example/a?b=1&copy=2">there</a>, <a name="top"></a>press <kbd>F1</kbd>'),
    ).toBe('See [there](https://x.example/a?b=1&copy=2), press F1')
    expect(await markdown('<h1 align="center">\n  <img src="logo.png">\n  Our shop\n</h1>\n\nText')).toBe(
      '# Our shop\n\nText',
    )
  })

  test('keeps the Markdown within it', async () => {
    expect(
      await markdown(
        '<details>\n<summary>Which <b>sizes</b>?</summary>\n\n- S\n- **M**\n\n```\n<b>\n```\n\n</details>\n## Next',
      ),
    ).toBe('**Which sizes?**\n\n- S\n- **M**\n\n```\n<b>\n```\n\n## Next')
    expect(await markdown('<details><summary>Sizes</summary>\n- S\n- M\n</details>')).toBe('**Sizes**:\n\n- S\n- M')
    expect(await markdown('- One\n  <p>Two <b>three</b></p>\n- Four')).toBe('- One\n  Two **three**\n\n- Four')
  })

  test('is read as tables', async () => {
    const table = '| A | B |\n| --- | --- |\n| 1 | `<x>` |'
    expect(
      await markdown('<table>\n<tr><th>A</th><th>B</th></tr>\n\n<tr>\n<td>1</td>\n<td>`<x>`</td></tr>\n</table>'),
    ).toBe(table)
    expect(await markdown('| A | B |\n|---|---|\n| 1<br>2 | <ul><li>x</li><li>y</li></ul> |')).toBe(
      '| A | B |\n|---|---|\n| 1 2 | x; y |',
    )
  })

  test.each([
    [
      'placeholders',
      'Write to <your-name>@shop.example, or `cat <input> > <output>`.\n\n    <b>code</b>\n\nUse <input>.',
    ],
    ['comparisons', 'If a <b and c> d, then List<String> is 1 < 2 and <https://x.example> or <me@x.example> too.'],
    ['tags in code', 'Set `<b>bold</b>` or ``<i>``.\n\n```\n<h1>Title</h1>\n```'],
    ['tags that are spoken of', 'A page has one <main> element, and each <section> a heading.'],
    ['Markdown', '# Title\n\nA **bold** word, a [link](https://x.example "t") & more.  \nNext\n\n1. One\n   - two'],
  ])('is nothing of these: %s', async (_case, text) => {
    expect(await markdown(text)).toBe(text.replace(/ +$/gm, ''))
  })

  test('may be components', async () => {
    const text = `# Install

<Tabs groupId="os" onChange={(value) => { set(value) }}>
  <TabItem value="npm" label="With npm">

Run \`npm i <name>\`.

  </TabItem>
</Tabs>

<Note>Needs **Node**.</Note>

<Accordion title="Do you ship?">Yes, for nine euros.</Accordion>
<Card title="Prices" description="From five euros." href="/prices" />`
    expect(await markdown(text, 'a.mdx')).toBe(`# Install

**With npm**

Run \`npm i <name>\`.

Needs **Node**.

**Do you ship?**

Yes, for nine euros.

**Prices**

From five euros.`)
    expect(await markdown(`Ask <YourName> <b>now</b>.`)).toBe('Ask <YourName> **now**.')
  })

  test.each([
    ['open tags', '<div>\n'.repeat(40_000)],
    ['open tags with quotes', '<a b="'.repeat(40_000)],
    ['tags without an end', `<a ${'b="c" '.repeat(40_000)}`],
    ['nested tags', `${'<b>'.repeat(4_000)}x${'</b>'.repeat(4_000)}`],
    ['comments without an end', 'a <!-- '.repeat(40_000)],
    ['backquotes', Array.from({ length: 600 }, (_, index) => `${'`'.repeat(index)} a`).join(' ')],
    ['short tags', 'a <b>c</b>\n'.repeat(2_000)],
    ['fences', '```\n'.repeat(40_000)],
    ['per cent signs', 'a %% '.repeat(40_000)],
    ['exports', 'export const a = {\n\n'.repeat(4_000)],
  ])('takes a moment, however many: %s', async (_case, text) => {
    expect(await processorMsOf(() => markdown(`Words.\n\n${text}`))).toBeLessThan(4_000)
  })
})
