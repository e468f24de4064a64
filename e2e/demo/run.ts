import { startDemo } from './demo.ts'

/**
 * This program starts the demonstration and says where it is; it runs until it is interrupted. It leaves nothing, unless
 * DATA_DIR names a folder that keeps it.
 */
console.log('Starting the product, with a small hotel’s website and a month of its visitors …')
const folder = process.env.DATA_DIR
const starting = startDemo(folder)
const end = folder ? '; the same DATA_DIR shows it again' : ' and removes all of it'

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    const demo = await starting.catch(() => undefined) // an interrupted start would leave the product behind
    await demo?.stop()
    process.exit()
  })

const { product, site, accounts } = await starting
const lines = [
  ['The website, with the chat on it', site],
  ['The dashboard', product.url],
  [],
  [`${accounts.owner.name} owns it`, accounts.owner.email, accounts.owner.password],
  [`${accounts.colleague.name} answers in the inbox`, accounts.colleague.email, accounts.colleague.password],
]
const widths = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
console.log(`
${lines.map((line) => `  ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('   ')}`.trimEnd()).join('\n')}

Ask something on the website, ask for a person, and answer from the inbox. What the inbox mails reaches a mail server of this
demonstration alone. Ctrl and C ends it${end}.`)
