/** The website of the demonstration's company, a small hotel: its pages, each with the chat once its agent is there. */

const NAME = 'Garden House'

const style = `
  :root { color-scheme: light; --leaf: #23513d; --sand: #f6f1e7 }
  * { box-sizing: border-box }
  body { margin: 0; font: 17px/1.6 Georgia, 'Times New Roman', serif; color: #26221c; background: #fffdf8 }
  header { display: flex; flex-wrap: wrap; gap: 8px 28px; align-items: baseline; padding: 22px clamp(20px, 6vw, 88px) }
  header strong { flex: 1; font-size: 22px; color: var(--leaf); white-space: nowrap }
  header a { color: inherit; text-decoration: none }
  header a:hover, header a[aria-current] { text-decoration: underline; text-underline-offset: 5px }
  .band { padding: 72px clamp(20px, 6vw, 88px); background: var(--leaf); color: #fff }
  .band h1 { margin: 0 0 12px; max-width: 18ch; font-size: clamp(34px, 5vw, 58px); line-height: 1.1; font-weight: 500 }
  .band p { max-width: 52ch; margin: 0 }
  main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(260px, 100%), 1fr)); gap: 28px;
    padding: 48px clamp(20px, 6vw, 88px); max-width: 1240px }
  section { padding: 22px 24px; background: var(--sand); border-radius: 4px }
  h2 { margin: 0 0 8px; font-size: 20px; color: var(--leaf) }
  section p { margin: 0 0 8px }`

type Section = readonly [heading: string, ...paragraphs: string[]]

interface Content {
  menu: string
  title: string
  lead: string
  sections: readonly Section[]
}

const contents: Record<string, Content> = {
  '/': {
    menu: 'The house',
    title: 'A quiet house between the park and the river',
    lead: 'Twenty-two rooms, a garden, and breakfast until half past ten. Run by the same family since 1962.',
    sections: [
      [
        'Arriving',
        'Check-in begins at 15:00 and check-out ends at 11:00. Luggage can stay at the desk before and after.',
      ],
      ['By train', 'The house is a seven-minute walk from the central station, across the footbridge.'],
      [
        'By car',
        'Parking costs 12 euros a day in the garage below the house. Two places have a charger for electric cars.',
      ],
    ],
  },
  '/rooms': {
    menu: 'Rooms',
    title: 'Rooms above the garden',
    lead: 'Every room has a desk, a kettle and windows that open.',
    sections: [
      ['Single room', 'A single room costs 89 euros a night, with breakfast. It has a bed of 120 centimetres.'],
      ['Double room', 'A double room costs 134 euros a night, with breakfast for two.'],
      ['Family room', 'A family room has four beds and costs 182 euros a night. Children under six stay free.'],
      ['Dogs', 'Dogs are welcome for 15 euros a night. Please tell us before you arrive.'],
    ],
  },
  '/breakfast': {
    menu: 'Breakfast',
    title: 'Breakfast in the garden room',
    lead: 'Bread from the bakery next door, eggs as you like them, and fruit of the season.',
    sections: [
      ['When', 'Breakfast is served from 7:00 to 10:30 in the garden room, on Sundays until 11:30.'],
      ['For visitors', 'Guests from outside are welcome to breakfast for 19 euros. Please book the day before.'],
      ['What you do not eat', 'We have vegan and gluten-free dishes every day. Tell us about allergies at the desk.'],
    ],
  },
  '/cancelling': {
    menu: 'Booking and cancelling',
    title: 'Booking, paying and cancelling',
    lead: 'Fair terms in plain words.',
    sections: [
      [
        'Cancelling',
        'You can cancel free of charge until 18:00 on the day before you arrive. After that we charge one night.',
      ],
      ['Paying', 'You pay when you leave: in cash, by card, or by bank transfer for companies.'],
      ['Gift vouchers', 'Vouchers are valid for three years and can be sent by e-mail.'],
    ],
  },
}

/** @param script the address of the chat's script, as soon as there is one */
export function pagesOf(script: () => string | undefined): (path: string) => string | undefined {
  return (path) => {
    const content = contents[path]
    if (!content) return undefined
    const links = Object.entries(contents)
      .map(([to, { menu }]) => `<a href="${to}"${to === path ? ' aria-current="page"' : ''}>${menu}</a>`)
      .join('')
    const sections = content.sections.map(
      ([heading, ...paragraphs]) =>
        `<section><h2>${heading}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</section>`,
    )
    const chat = script() ? `<script async src="${script()}"></script>` : ''
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${content.menu} · ${NAME}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${style}</style></head><body>
<header><strong>${NAME}</strong>${links}</header>
<div class="band"><h1>${content.title}</h1><p>${content.lead}</p></div>
<main>${sections.join('')}</main>
${chat}
</body></html>`
  }
}
