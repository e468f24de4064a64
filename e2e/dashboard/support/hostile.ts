/** Texts that try to run a script; one that succeeds calls `pwn`, which the test detects. */
export const attacks = [
  '<script>pwn()</script>',
  '<img src=x onerror=pwn()>',
  '<img src="/none.png" onerror="pwn()">',
  '<svg onload=pwn()><script>pwn()</script></svg>',
  '<svg><a xlink:href="javascript:pwn()"><text y=20>svg link</text></a><animate onbegin=pwn() attributeName=x dur=1s></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=pwn()&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=pwn()>',
  '[a link](javascript:pwn())',
  '[a link](JaVa&#x0A;ScRiPt&colon;pwn())',
  '<a href="&#106;avascript:pwn()">a link</a>',
  '[a link](data:text/html,<script>opener.pwn()</script>)',
  '[a link](vbscript:pwn())',
  '![a picture](javascript:pwn())',
  '![followed](https://tracker.invalid/pixel.png)',
  '![followed](//tracker.invalid/pixel.png)',
  '<iframe srcdoc="<script>parent.pwn()</script>"></iframe>',
  '<object data="javascript:pwn()"></object><embed src="javascript:pwn()">',
  '<details open ontoggle=pwn()><summary>more</summary></details>',
  '<input autofocus onfocus=pwn()><button formaction="javascript:pwn()">go</button>',
  '<video><source onerror=pwn()></video><audio src=x onerror=pwn()></audio>',
  '<base href="//tracker.invalid/"><link rel=stylesheet href="//tracker.invalid/x.css">',
  '<meta http-equiv=refresh content="0;url=//tracker.invalid/">',
  '<style>* { display: none !important } @import url(//tracker.invalid/y.css);</style>',
  '<div style="position:fixed;inset:0;z-index:9999;background:url(//tracker.invalid/z.png)">cover</div>',
  '<form action="//tracker.invalid/"><input name=password></form>',
  '<a id=location name=location href=clobbered>clobber</a><img name=cookie>',
  '</p></div></main></body><h1>outside</h1>',
  '{{constructor.constructor("pwn()")()}} #{pwn()} <%= pwn() %>',
  '`</code></pre><img src=x onerror=pwn()>`',
  '```html\n</code></pre><script>pwn()</script>\n```',
  '| <img src=x onerror=pwn()> | b |\n|---|---|\n| [x](javascript:pwn()) | ' + 'w'.repeat(400) + ' |',
] as const

/** Deeply nested or repetitive texts that can break a parser or keep it busy for ever. */
export const deeps = [
  '>'.repeat(9_999),
  '- '.repeat(4_999),
  '['.repeat(9_999),
  '**a '.repeat(2_499),
  '<b>'.repeat(3_300),
]

/** Right-to-left override: reverses the display of the text that follows, and is never ended here. */
export const TURN = '\u202e'

/** A hostile name: markup, an unended right-to-left override, and no space at which a line could break. */
export const hostileName = `"><img src=x onerror=pwn()><b>${TURN}gnihtyna`

export const longWord = (length: number) => 'W'.repeat(length)
