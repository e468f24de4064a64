import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { greet, makeAgent, openStage, type Stage, say } from './support/stage.ts'

test('words of any message are found, and the conversation opens at that line', async ({ browser }) => {
  const stage = await openStage(browser)
  const { page } = stage
  try {
    const agent = await makeAgent(stage, 'Front desk')
    const long = await importLong(stage, agent)
    const place = await greet(stage, agent, 'Bo')
    await say(stage, place, 'Ist die Würstchenbude offen?')
    await page.goto('/inbox')
    const search = page.getByRole('searchbox', { name: 'Search messages, notes and visitors' })
    await expect(page.getByRole('link', { name: /Bo/ })).toBeVisible()
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await search.fill('wurstchen')
    await expect(page).toHaveURL(/q=wurstchen/)
    const results = page.getByRole('list', { name: 'Conversations found' })
    await expect(async () => {
      // The index follows within a moment, and a search made before that does not repeat itself.
      await page.reload()
      await expect(results.getByRole('link', { name: /Bo/ })).toBeVisible({ timeout: 15_000 })
    }).toPass()
    await expect(results.locator('mark')).toHaveText('Würstchenbude')
    await expectAccessible(page, 'results of a search')

    await search.fill('needle')
    await expect(results.getByRole('link', { name: /Ana/ })).toBeVisible()
    await search.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/${long}.*#line-3\\.0$`))
    const landed = page.getByRole('region', { name: 'Messages' }).getByText('Here is the needle')
    await expect(landed).toBeInViewport()
    await expectAccessible(page, 'a conversation opened at a line')

    await search.fill('nothingofthekind')
    await expect(page.getByText('Nothing found')).toBeVisible()

    // The command palette finds the same, beside what the screen can do, its agents and its settings.
    await page.goto(`/agents/${agent}`)
    await page.getByRole('heading', { name: 'Front desk' }).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox', { name: 'Commands' })
    const option = (group: string, name: string | RegExp) =>
      page.getByRole('group', { name: group }).getByRole('option', { name })
    await palette.fill('front')
    await expect(option('Agents', 'Front desk')).toBeVisible()
    await palette.fill('audit')
    await expect(option('Settings', 'Audit log')).toBeVisible()
    await palette.fill('needle')
    await expect(option('Conversations', /Ana/)).toBeVisible()
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page, `the command palette at ${width} px`)
      const place = await palette.boundingBox()
      await palette.fill('nothingofthekind')
      await expect(page.getByText('Nothing by that name.')).toBeVisible()
      expect(await palette.boundingBox(), 'the field, whatever is found').toEqual(place)
      await palette.fill('needle')
      await expect(option('Conversations', /Ana/)).toBeVisible()
    }
    await palette.press('Enter')
    await expect(landed).toBeInViewport()
    await page.keyboard.press('Control+k')
    await expect(option('On this page', /Label/)).toBeVisible()
    await palette.fill('ana')
    await option('Visitors', /Ana/).click()
    await expect(page).toHaveURL(new RegExp(`/${long}$`))
  } finally {
    await stage.close()
  }
})

/** A conversation of so many messages that its beginning is not loaded when it opens. */
async function importLong({ page }: Stage, agent: string): Promise<string> {
  const messages = Array.from({ length: 130 }, (_, index) => ({
    role: index % 2 === 0 ? ('visitor' as const) : ('human' as const),
    content: index === 2 ? 'Here is the needle' : `Line ${index + 1} of a long conversation about other things`,
  }))
  const body = { origin: 'email' as const, chat_user: { id: 'ana', name: 'Ana' }, messages }
  const answer = await page.context().request.post(`/api/v1/agents/${agent}/conversations`, { data: body })
  return (await answer.json()).data.id
}
