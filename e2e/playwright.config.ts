import { defineConfig } from '@playwright/test'
import { browserOptions, findBrowser } from './tools/browser.ts'

process.env.CHROMIUM_PATH ??= await findBrowser()

export default defineConfig({
  testDir: 'dashboard',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 3, // files at once; much of a browser's test is waiting
  // A machine that runs all tests at once takes ten times as long for a step as one that runs nothing else.
  timeout: 480_000,
  expect: { timeout: 90_000 },
  forbidOnly: true,
  reporter: [['list'], ['./lanes/playwright-reporter.ts']],
  use: {
    actionTimeout: 120_000,
    viewport: { width: 1440, height: 900 },
    // A recording of each test that fails, which TRACE=on asks for, takes a third of the tests' time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: browserOptions },
  },
})
