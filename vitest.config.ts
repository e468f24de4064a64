import { defineConfig, mergeConfig } from 'vitest/config'
import { LongFirst } from './e2e/lanes/long-first.ts'
import viteConfig from './vite.config.ts'

/** Apart from the build's, so that an installation without what tests need can build the dashboard. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      sequence: { sequencer: LongFirst },
      reporters: ['default', './e2e/lanes/vitest-reporter.ts'],
      // A machine that runs everything at once takes ten times as long for a step as one that runs nothing else.
      testTimeout: 120_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 60_000 } },
      projects: [
        {
          extends: true,
          test: {
            // Rules, which need neither a server nor a page.
            name: 'rules',
            include: [
              'src/{contract,dashboard,widget,client}/**/*.test.ts',
              'src/*.test.ts',
              'e2e/{lanes,soak}/*.test.ts',
            ],
          },
        },
        {
          extends: true,
          test: {
            name: 'server',
            include: ['src/server/**/*.test.ts'],
            globalSetup: 'src/server/testing/postgres.ts',
          },
        },
        // The product from outside, as processes of its own that all files share.
        {
          extends: true,
          test: {
            name: 'product',
            include: ['e2e/api/**/*.test.ts'],
            testTimeout: 600_000,
            globalSetup: 'e2e/api/support/start-products.ts',
          },
        },
        // The product under a few faults and in several processes; CONTRIBUTING.md says how to ask for more of them.
        {
          extends: true,
          test: {
            name: 'faults',
            include: ['e2e/{demo,faults,tools}/**/*.test.ts'],
            testTimeout: 600_000,
            globalSetup: 'e2e/faults/support/start-postgres.ts',
          },
        },
        {
          extends: true,
          test: {
            name: 'dashboard',
            include: ['src/dashboard/**/*.test.tsx'],
            environment: 'happy-dom',
            // Each file has a window and modules of its own, but not a process that loads happy-dom and compiles the
            // packages anew: 201 s of processor time instead of 387.
            pool: 'vmThreads',
            vmMemoryLimit: '512MB', // of a worker, which begins anew then: modules of past files stay in memory
            setupFiles: 'src/dashboard/testing/patience.ts',
          },
        },
      ],
    },
  }),
)
