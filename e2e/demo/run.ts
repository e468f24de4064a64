import { startDemo } from './demo.ts'

/** This program starts the demonstration and says where it is; it runs until it is interrupted, and leaves nothing. */
console.log('Starting the product and a small hotel’s website beside it …')
const starting = startDemo()

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    if (isEnding) return
    isEnding = true
    const demo = await starting.catch(() => undefined) // an interrupted start would leave the product behind
    await demo?.stop()
    process.exit()
  })

const { product, site, owner, colleague } = await starting
console.log(`
  The website, with the chat on it   ${site}
  The dashboard                      ${product.url}

  ${owner.name} owns it                     ${owner.email}   ${owner.password}
  ${colleague.name} answers in the inbox         ${colleague.email}      ${colleague.password}

Ask something on the website, ask for a person, and answer from the inbox. Ctrl and C ends it and removes all of it.`)
