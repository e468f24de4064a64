import { expect, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { must } from '../tools/client.ts'
import { button, field, greet, makeAgent, openStage } from './support/stage.ts'

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
]
/** The sections with what each shows once it stands. */
const sections: Record<string, string> = {
  Members: 'grace.with.a.long.address@example.com',
  Labels: 'Refund',
  'Saved replies': 'Opening hours',
  Mailboxes: 'No mailboxes yet',
  'Working hours': 'Weekdays',
  'Audit log': 'Owner signed in',
  Privacy: 'Keep closed conversations',
  System: 'What the doctor finds right',
}
/** Sections by a text of theirs. Other tests look at these on wide screens, so here they are seen on a phone alone. */
const onPhones: Record<string, string> = {
  Profile: 'E-mail address',
  Security: 'Where you are signed in',
  Notifications: 'You are mentioned',
  Organization: 'Name',
  'Plan and usage': 'AI replies',
}

test('every section of the settings can be reached and read at every width, in both themes', async ({ browser }) => {
  const stage = await openStage(browser)
  const { page, url, owner } = stage
  try {
    const params = { organization: owner.organizationId }
    const agent = await makeAgent(stage, 'Front desk')
    const { conversation } = await greet(stage, agent, 'Ana')
    await must(url, 'deleteConversation', { params: { agent, conversation } }, owner)
    const body = { email: 'grace.with.a.long.address@example.com', role: 'responder' as const }
    await must(url, 'createInvitation', { params, body }, { cookie: owner.cookie })

    await page.goto('/settings/labels')
    await expect(page.getByText('No labels yet')).toBeVisible()
    await expectAccessible(page, 'no labels')
    await page.keyboard.press('n')
    const labelling = page.getByRole('dialog', { name: 'New label' })
    await expect(field(labelling, 'Name')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(labelling.getByText('Is required.')).toBeVisible()
    await expectAccessible(page, 'a label without a name')
    await field(labelling, 'Name').fill('Refund')
    await page.keyboard.press('Enter')
    await expect(labelling).toBeHidden()

    await page.goto('/settings/saved-replies')
    await expect(page.getByText('No saved replies yet')).toBeVisible()
    await expectAccessible(page, 'no saved replies')
    await page.keyboard.press('n')
    const saving = page.getByRole('dialog', { name: 'New saved reply' })
    await field(saving, 'Title').fill('Opening hours')
    await field(saving, 'Text').fill('Hello {{visitor.name|there}}, we open at nine.')
    await saving.getByLabel('Share with everybody').check()
    await expectAccessible(page, 'a saved reply')
    await button(saving, 'Save reply').click()
    await expect(saving).toBeHidden()

    await page.goto('/settings/hours')
    await page.getByLabel('Monday', { exact: true }).check()
    await button(page, 'Save').click()
    await expect(button(page, 'Save')).toBeDisabled()

    for (const size of sizes) {
      await page.setViewportSize(size)
      await page.goto('/settings')
      const isPhone = size.width === 390
      for (const [name, shown] of Object.entries({ ...sections, ...(isPhone && onPhones) })) {
        if (isPhone) await page.goto('/settings')
        await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
        await expect(page.getByText(shown).filter({ visible: true }).first()).toBeVisible()
        await expect(page).toHaveTitle(`${name} · Settings · Baton`)
        await expectAccessible(page, `${name} at ${size.width}`)
      }
    }
  } finally {
    await stage.close()
  }
})
