import { strict as assert } from 'node:assert'
import { removeData, startProduct } from '../tools/product.ts'

/**
 * Starts the product for the first time as a newcomer does, fetches the page that opens, and stops it as a machine does
 * that shuts down.
 */
const HOME = process.env.HOME ?? '/'
const product = await startProduct({ command: ['npm', 'start'], env: { HOME, LOG_LEVEL: 'info' } })
try {
  const page = await fetch(product.url)
  const html = await page.text()
  assert.equal(page.status, 200)
  assert.match(html, /<title>Baton<\/title>/)
  const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  assert.ok(files.length > 1, html)
  for (const path of files) assert.equal((await fetch(`${product.url}${path}`)).status, 200, path)
  assert.equal(await product.stop(), 0, product.output())
  assert.match(product.output(), /"msg":"stopping"/)
  console.log(product.output())
} finally {
  product.process.kill('SIGKILL')
  removeData(product)
}
