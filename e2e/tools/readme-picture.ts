import { resolve } from 'node:path'
import { chromium } from 'playwright'
import { browserOptions, findBrowser } from './browser.ts'
import { must, ownerAccount, setUp } from './client.ts'
import { removeData, startProduct } from './product.ts'

/** This program takes the README's screenshot of the inbox, with a real conversation on a fresh server. */
const PICTURE = resolve(import.meta.dirname, '../../.github/inbox.png')

const knowledge = `Breakfast is served from 7:00 to 10:30 in the garden room.

Check-in begins at 15:00 and check-out ends at 11:00. Luggage can stay at the desk before and after.

Dogs are welcome for 15 euros a night. Please tell us before you arrive.

Parking costs 12 euros a day in the garage below the house.`

const product = await startProduct()
try {
  const owner = await setUp(product.url)
  const { url } = product
  const params = { organization: owner.organizationId }
  const agent = (await must(url, 'createAgent', { params, body: { name: 'Front desk' } }, owner)).data.id
  await must(url, 'updateAgent', { params: { agent }, body: { human_intervention: true } }, owner)
  await must(
    url,
    'createSource',
    { params: { agent }, body: { type: 'text', title: 'House guide', content: knowledge } },
    owner,
  )
  const trained = async () =>
    (await must(url, 'listSources', { params: { agent }, query: { status: 'completed' } }, owner)).body.meta.total === 1
  while (!(await trained())) await pause(100)

  const converse = async (visitor: string, ...questions: string[]) => {
    const conversation = (
      await must(url, 'createConversation', { params: { agent }, body: { chat_user_id: visitor } }, owner)
    ).data.id
    const place = { agent, conversation }
    for (const content of questions) {
      const before = (await must(url, 'listMessages', { params: place }, owner)).body.meta.total
      await must(url, 'sendMessage', { params: place, body: { content } }, owner)
      while ((await must(url, 'listMessages', { params: place }, owner)).body.meta.total < before + 2) await pause(50)
    }
    return place
  }
  await converse('Room 12', 'How much is parking?')
  await converse('Room 31', 'When can I check in?')
  await converse('Room 8', 'Is there a gym?')
  const place = await converse('Room 24', 'When is breakfast?', 'Can I talk to a person about a late check-out?')
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserOptions })
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 860 },
    colorScheme: 'light',
  })
  await context.request.post('/api/v1/session', { data: ownerAccount })
  const page = await context.newPage()
  for (const conversation of (await must(url, 'listConversations', { params: { agent } }, owner)).data.map(
    ({ id }) => id,
  )) {
    await page.goto(`/inbox/${agent}/${conversation}`)
    await page
      .getByRole('button', { name: /Why this answer/ })
      .first()
      .waitFor()
  }
  await page.goto(`/inbox/${agent}/${place.conversation}`)
  await page
    .getByRole('textbox', { name: /^Reply to/ })
    .fill('Of course: this is the front desk. 12:30 is fine for your room, at no charge.')
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByRole('article').filter({ hasText: '12:30' }).waitFor()
  await page.getByRole('link', { name: /^Unassigned\W*1/ }).waitFor()
  await page.getByText('Identity not verified').waitFor()
  await page.screenshot({ path: PICTURE })
  await browser.close()
} finally {
  await product.stop()
  removeData(product)
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds))
}
