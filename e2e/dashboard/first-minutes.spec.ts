import { expect, type Locator, test } from '@playwright/test'
import { expectAccessible } from '../tools/accessibility.ts'
import { ownerAccount } from '../tools/client.ts'
import { removeData, startProduct } from '../tools/product.ts'

const TEXT = `# House guide

## Opening hours of the pool

The pool opens at 8:00 and closes at 21:00.

## Breakfast

Breakfast is served from seven to ten in the garden room.

## Late check-out

Check-out is at 11:00. A late check-out until 14:00 costs 20 euros.
`

test('nothing leads to a right answer in five clicks and six fields', async ({ page }) => {
  const product = await startProduct()
  try {
    let [clicks, fields] = [0, 0]
    const click = async (target: Locator) => {
      clicks += 1
      await target.click()
    }
    const fill = async (field: Locator, words: string) => {
      fields += 1
      await field.fill(words)
    }
    const field = (name: string) => page.getByRole('textbox', { name, exact: true })
    await page.goto(product.url)
    await fill(field('Organization'), 'Example')
    await fill(field('Your name'), ownerAccount.name)
    await fill(field('E-mail'), ownerAccount.email)
    await fill(page.getByLabel('Password'), ownerAccount.password)
    await click(page.getByRole('button', { name: 'Create and continue' }))
    await fill(page.getByRole('dialog').getByRole('textbox', { name: 'Name' }), 'Front desk')
    await click(page.getByRole('button', { name: 'Create agent' }))
    await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible()
    await expectAccessible(page, 'the first run')
    await click(page.getByRole('button', { name: /^Text/ }))
    await fill(field('Text'), TEXT)
    await click(page.getByRole('button', { name: 'Publish and train' }))
    await expect(page.getByText('Trained', { exact: true })).toBeVisible()
    await expect(field('Message as a visitor')).toBeFocused()
    const examples = page.getByRole('list', { name: 'Questions to ask' }).getByRole('button')
    await expect(examples).toHaveText(['Opening hours of the pool?', 'Breakfast?', 'Late check-out?'])
    await expectAccessible(page, 'questions to ask')
    await click(examples.first())
    const log = page.getByRole('log', { name: 'Conversation' })
    await expect(log.getByText('The pool opens at 8:00 and closes at 21:00.').first()).toBeVisible()
    expect({ clicks, fields }).toEqual({ clicks: 5, fields: 6 })

    // The rest of the way stands below, and the inbox leads to a visitor's first words.
    await expect(page.getByRole('link', { name: 'Put it on your site' })).toBeVisible()
    await page.goto(`${product.url}/inbox`)
    const chat = page.getByRole('link', { name: 'Write to your agent as a visitor' })
    await expect(chat).toHaveAttribute('href', /^\/chat\/[0-9a-f-]{36}$/)
  } finally {
    expect(await product.stop()).toBe(0)
    removeData(product)
  }
})
