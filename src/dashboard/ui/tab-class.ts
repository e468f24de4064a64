/** Classes of tabs, shared with those that are links, which need no Radix. */
export const tabListClass =
  'flex gap-4 overflow-x-auto border-line border-b max-sm:justify-between max-sm:gap-1 max-sm:text-sm [scrollbar-width:none]'
export const tabClass =
  '-mb-px flex h-9 max-sm:h-10 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-0.5 font-medium text-muted transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-ink data-[state=active]:text-ink data-[status=active]:border-ink data-[status=active]:text-ink'
