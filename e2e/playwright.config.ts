import { defineConfig } from '@playwright/test'
import { browserOptions, findBrowser } from './tools/browser.ts'

process.env.CHROMIUM_PATH ??= await findBrowser()

export default defineConfig({
  testDir: 'dashboard',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: [['list'], ['./lanes/playwright-reporter.ts']],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserOptions },
  },
})
