import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, lastMessages, makeAgent, openStage, turnOf } from './support/stage.ts'

test('a note is written for the team, changed and deleted, and a reply closes the conversation', async ({
  browser,
}) => {
  const stage = await openStage(browser)
  const { page, owner, url } = stage
  try {
    const agent = await makeAgent(stage, 'Front desk')
    const place = await greet(stage, agent, 'Ana')
    const session = await (await page.context().request.get('/api/v1/session')).json()
    const { name, id } = session.data.user as { name: string; id: string }
    await page.goto(`/inbox/${agent}/${place.conversation}`)
    await expect(field(page, 'Reply to Ana')).toBeVisible()
    await page.keyboard.press('n')
    const note = field(page, 'Note for the team')
    await expect(note).toBeFocused()
    await note.pressSequentially(`Ask @${name.slice(0, 2)}`)
    await expect(page.getByRole('option', { name })).toBeVisible()
    await expectAccessible(page, 'a name to be completed')
    await page.keyboard.press('Enter')
    await expect(note).toHaveValue(`Ask @${name} `)
    await page.keyboard.press('Control+Enter')
    const written = page.getByRole('article', { name: /^Note by You/ })
    await expect(written).toContainText(`Ask @${name}`)
    await expectAccessible(page, 'a note')
    const thread = await (
      await page.context().request.get(`/api/v1/agents/${agent}/conversations/${place.conversation}/thread`)
    ).json()
    expect(thread.data.items.at(-1).note.mentions).toEqual([id])

    await button(page, 'Edit the note').click()
    await field(page, 'Your note').fill('Never mind')
    await button(page, 'Save the note').click()
    await expect(written).toContainText('Never mind')
    await button(page, 'Delete the note').click()
    await expect(page.getByText('You deleted a note')).toBeVisible()

    await field(page, 'Reply to Ana').fill('All done.')
    await page.keyboard.press('Control+Shift+Enter')
    await expect.poll(() => turnOf(stage, place)).toBe('closed human')
    expect(await lastMessages(stage, place, 1)).toEqual(['human: All done.'])
    await expect(page.getByText('You closed the conversation')).toBeVisible()
    expect((await must(url, 'listMessages', { params: place }, owner)).body.meta.total).toBe(2)
  } finally {
    await stage.close()
  }
})
