// What chat templates and models read as more than text: markers of our own, tokens, tags and names of roles.
const MARKERS = /\[\[(?=[^\]\n]{0,60}\]\])([^\]\n]*)\]\]/g
const TEMPLATE_TOKENS = /<\|?(?=[\w/|▁｜-]{1,40}\|?>)|[<＜][|｜]|[|｜][>＞]|\|>|◁|▷/g
const BRACKETED_ROLES = /\[(\/?(?:INST|SYS|SYSTEM|USER|ASSISTANT|TOOL_CALLS|AVAILABLE_TOOLS|THINK)\/?)\]/gi
const DOUBLE_ANGLES = /<<|>>/g
const ROLES = /(^|\n)([ \t]*(?:#{1,6} ?)?(?:system|assistant|user|human|developer|instruction|tool)[ \t]*):/gi

/**
 * Makes text of visitors, pages or mails harmless to a model's chat template, and takes what looks like our citation
 * markers out of it. What a person reads in it stays readable.
 */
export function defused(text: string): string {
  return text
    .replace(MARKERS, '(($1))')
    .replace(TEMPLATE_TOKENS, (token) => (/[|｜◁▷]/.test(token) && !/^<\|?$/.test(token) ? '¦' : '‹'))
    .replace(DOUBLE_ANGLES, (angles) => (angles === '<<' ? '‹‹' : '››'))
    .replace(BRACKETED_ROLES, '($1)')
    .replace(ROLES, '$1$2 –')
}
