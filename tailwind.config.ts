import type { Config } from 'tailwindcss'
import { labelColors } from './src/contract/enums.ts'

/** Colours, except those of labels, are named for their role; `src/dashboard/styles.css` defines them. */
const role = (name: string) => `var(--${name})`
const turn = (name: string) => ({ DEFAULT: role(name), soft: role(`${name}-soft`), line: role(`${name}-line`) })

export default {
  content: ['./index.html', './src/dashboard/**/*.{ts,tsx}'],
  theme: {
    extend: {
      colors: {
        canvas: role('canvas'),
        surface: role('surface'),
        raised: role('raised'),
        sunken: role('sunken'),
        hover: role('hover'),
        line: { DEFAULT: role('line'), strong: role('line-strong') },
        ink: { DEFAULT: role('ink'), soft: role('ink-soft') },
        'on-ink': role('on-ink'),
        muted: role('muted'),
        ai: turn('ai'),
        human: turn('human'),
        success: turn('success'),
        warning: turn('warning'),
        danger: turn('danger'),
        'on-danger': role('on-danger'),
        overlay: role('overlay'),
        label: Object.fromEntries(labelColors.map((color) => [color, role(`label-${color}`)])),
      },
      spacing: { control: 'var(--control)', 'control-sm': 'var(--control-sm)' },
      borderRadius: { DEFAULT: '6px', md: '6px', sm: '4px', lg: '8px' },
      boxShadow: { float: 'var(--float)' },
      fontFamily: {
        sans: ['Inter Variable', 'ui-sans-serif', 'system-ui', 'sans-serif'],
        mono: ['JetBrains Mono Variable', 'ui-monospace', 'monospace'],
      },
      fontSize: {
        xs: ['0.75rem', '1rem'],
        sm: ['0.8125rem', '1.25rem'],
        base: ['0.875rem', '1.25rem'],
        lg: ['1rem', '1.5rem'],
        xl: ['1.25rem', '1.75rem'],
      },
    },
  },
} satisfies Config
