// The pictures of the demo market: a dozen characters, drawn as SVG by this code alone. A subject always gives the same
// text; what is scattered (stars, spots, drops) is scattered by its name. Pure; must not know coins, files or pixels.

const INK = '#08070c'
const PAPER = '#fff8ea'
const SIZE = 1024

export const SUBJECTS = [
  'toast',
  'monday',
  'pigeon',
  'sock',
  'potato',
  'fish',
  'intern',
  'egg',
  'dinosaur',
  'ghost',
  'cat',
  'dog',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** The picture of a subject: a square SVG without text, fonts or anything from elsewhere. */
export function drawPicture(subject: Subject): string {
  const random = randomOf(subject)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">${DRAWINGS[subject](random)}</svg>`
}

type Random = (from: number, to: number) => number

/** Numbers that belong to a name: FNV-1a of it, then xorshift. */
function randomOf(name: string): Random {
  let state = 2_166_136_261
  for (const character of name) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16_777_619)
  return (from, to) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return Math.round(from + ((state >>> 0) / 2 ** 32) * (to - from))
  }
}

// What every character is made of: flat fills in a thick outline, one shadow, and faces.

const STROKE = `stroke="${INK}" stroke-width="16" stroke-linejoin="round" stroke-linecap="round"`

const repeat = (count: number, draw: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => draw(i)).join('')
const plain = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
const shape = (d: string, fill: string): string => `<path d="${d}" fill="${fill}" ${STROKE}/>`
const line = (d: string, width = 16, colour = INK): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`
const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`
const ball = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${STROKE}/>`
const oval = (x: number, y: number, rx: number, ry: number, fill: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
const turned = (degrees: number, x: number, y: number, inner: string): string =>
  `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`
const ground = (colour: string): string => `<rect width="${SIZE}" height="${SIZE}" fill="${colour}"/>`

/** A body with its shadow on the lower right, and what is painted on it. */
function body(
  d: string,
  colours: { readonly light: string; readonly dark: string },
  painted = '',
  id = 'body',
): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${plain(d, colours.dark)}<path d="${d}" fill="${colours.light}" transform="translate(-46 -30)"/>${painted}</g><path d="${d}" fill="none" ${STROKE}/>`
}

interface EyeLook {
  /** Where it looks: -1 to 1 each. */
  readonly x?: number
  readonly y?: number
  /** How far the lid hangs: 0 open, 1 shut. */
  readonly lid?: number
  readonly skin?: string
  readonly white?: string
  /** Of the eye's radius. */
  readonly pupil?: number
}

function eye(cx: number, cy: number, r: number, look: EyeLook = {}): string {
  const { x = 0, y = 0, lid = 0, skin = PAPER, white = '#ffffff', pupil = 0.48 } = look
  const reach = r * (0.92 - pupil)
  const px = cx + x * reach
  const py = cy + y * reach
  const glint = disc(px - r * pupil * 0.35, py - r * pupil * 0.38, r * pupil * 0.3, '#ffffff')
  return ball(cx, cy, r, white) + disc(px, py, r * pupil, INK) + glint + lidOf({ cx, cy, r, lid, skin })
}

function lidOf(at: {
  readonly cx: number
  readonly cy: number
  readonly r: number
  readonly lid: number
  readonly skin: string
}): string {
  if (at.lid === 0) return ''
  const y = at.cy - at.r + 2 * at.r * at.lid
  const half = Math.sqrt(at.r ** 2 - (y - at.cy) ** 2)
  const arc = `A ${at.r} ${at.r} 0 ${at.lid > 0.5 ? 1 : 0} 1`
  return shape(`M ${at.cx - half} ${y} ${arc} ${at.cx + half} ${y} Z`, at.skin)
}

const blush = (x: number, y: number, colour: string): string =>
  `<ellipse cx="${x}" cy="${y}" rx="52" ry="30" fill="${colour}" opacity=".75"/>`

/** A drop that falls from (x, y). */
const drop = (x: number, y: number, size: number, fill = '#8fdcff'): string =>
  shape(
    `M ${x} ${y} C ${x + size * 0.9} ${y + size} ${x + size * 0.7} ${y + size * 1.9} ${x} ${y + size * 1.9} C ${x - size * 0.7} ${y + size * 1.9} ${x - size * 0.9} ${y + size} ${x} ${y} Z`,
    fill,
  )

// What stands behind them.

function rays(colour: string, x: number, y: number, count: number): string {
  const at = (turn: number) =>
    `${(x + 1500 * Math.cos(turn)).toFixed(1)} ${(y + 1500 * Math.sin(turn)).toFixed(1)}`
  const step = (2 * Math.PI) / count
  return repeat(count, (i) =>
    plain(`M ${x} ${y} L ${at((i - 0.25) * step)} L ${at((i + 0.25) * step)} Z`, colour),
  )
}

const dots = (colour: string, gap: number, r: number): string => {
  const columns = Math.ceil(SIZE / gap) + 1
  return repeat(columns * columns, (i) => {
    const row = Math.floor(i / columns)
    return disc((i % columns) * gap + (row % 2) * (gap / 2), row * gap, r, colour)
  })
}

const stripes = (colour: string, width: number): string =>
  turned(
    -28,
    512,
    512,
    repeat(14, (i) => plain(`M -400 ${i * width * 2 - 500} h 1900 v ${width} h -1900 Z`, colour)),
  )

const waves = (colour: string, gap: number): string =>
  repeat(Math.ceil(SIZE / gap) + 1, (row) =>
    line(`M -80 ${row * gap} ${'q 40 -44 80 0 t 80 0 '.repeat(8)}`, 14, colour),
  )

function stars(random: Random, count: number, colour: string): string {
  return repeat(count, (i) => {
    const [x, y, r] = [random(20, 1004), random(20, 1004), random(3, 8)]
    if (i % 5 > 0) return disc(x, y, r, colour)
    const arm = r * 4
    return plain(
      `M ${x} ${y - arm} Q ${x} ${y} ${x + arm} ${y} Q ${x} ${y} ${x} ${y + arm} Q ${x} ${y} ${x - arm} ${y} Q ${x} ${y} ${x} ${y - arm} Z`,
      colour,
    )
  })
}

// The characters.

function toast(random: Random): string {
  const slice =
    'M 262 452 C 150 430 140 262 290 222 C 400 180 624 180 734 222 C 884 262 874 430 762 452 L 768 786 Q 768 846 708 846 L 316 846 Q 256 846 256 786 Z'
  const crumb =
    'M 312 424 C 206 414 208 290 318 266 C 420 234 604 234 706 266 C 816 290 818 414 712 424 L 716 770 Q 716 796 690 796 L 334 796 Q 308 796 308 770 Z'
  const burnt = plain(
    'M 560 130 L 900 130 L 900 560 C 800 560 800 470 730 470 C 660 470 690 380 620 360 C 560 340 590 250 540 230 Z',
    '#3a2118',
  )
  const limbs =
    line('M 400 840 L 384 930 L 336 936') +
    line('M 624 840 L 640 930 L 690 936') +
    line('M 258 640 C 180 660 150 600 158 540') +
    line('M 766 640 C 850 650 880 700 860 760')
  const smoke = [
    'M 640 150 C 590 110 700 90 650 40',
    'M 730 170 C 680 120 800 100 742 40',
    'M 820 220 C 780 160 890 150 842 84',
  ]
  const crumbs = repeat(16, () => disc(random(330, 690), random(690, 780), random(4, 8), '#d99a4e'))
  const face =
    eye(420, 470, 84, { x: 0.7, y: -0.8, pupil: 0.36 }) +
    eye(606, 470, 84, { x: 0.5, y: -0.9, pupil: 0.36 }) +
    line('M 330 366 L 432 344') +
    line('M 690 366 L 596 340') +
    shape('M 400 668 C 430 610 470 650 512 636 C 560 620 590 612 622 668 C 590 690 440 690 400 668 Z', INK) +
    plain('M 444 668 C 470 646 550 646 580 668 C 550 680 470 680 444 668 Z', '#ff5c77')
  return (
    ground('#ff5c77') +
    rays('#ff7c91', 512, 540, 16) +
    limbs +
    smoke.map((d) => line(d, 20)).join('') +
    body(slice, { light: '#b8682c', dark: '#8f4a1c' }, plain(crumb, '#ffd089') + burnt + crumbs) +
    face +
    blush(330, 590, '#ff8f6b') +
    blush(694, 590, '#ff8f6b') +
    drop(300, 380, 32) +
    drop(212, 300, 24)
  )
}

function monday(random: Random): string {
  const blob =
    'M 60 946 C 60 846 190 880 216 760 C 250 590 196 250 452 214 C 720 180 736 500 760 690 C 776 860 960 840 964 946 Z'
  const drips =
    plain('M 330 230 C 330 330 400 330 400 220 Z', '#b795ff') +
    repeat(9, () => disc(random(240, 740), random(760, 900), random(10, 26), '#b795ff'))
  const bags =
    line('M 296 560 C 330 592 390 592 424 558', 12) + line('M 520 560 C 560 596 620 592 650 556', 12)
  const mug =
    line('M 860 690 C 960 680 960 820 858 810', 34) +
    line('M 860 690 C 960 680 960 820 858 810', 8, PAPER) +
    shape('M 640 640 L 872 640 L 856 868 Q 850 890 820 890 L 690 890 Q 660 890 656 868 Z', PAPER) +
    shape('M 640 640 A 116 30 0 0 1 872 640 A 116 30 0 0 1 640 640 Z', '#5b3420') +
    eye(716, 740, 30, { y: 0.6, lid: 0.45, skin: PAPER }) +
    eye(796, 740, 30, { y: 0.6, lid: 0.45, skin: PAPER }) +
    line('M 726 816 C 746 800 772 800 790 818', 12)
  const steam =
    line('M 700 580 C 660 540 750 520 706 466', 16, '#4a4266') +
    line('M 800 580 C 760 530 850 510 806 450', 16, '#4a4266')
  return (
    ground('#120c22') +
    dots('#1f1638', 74, 9) +
    disc(830, 180, 96, '#2a1d4d') +
    disc(866, 158, 90, '#120c22') +
    body(blob, { light: '#9a6bff', dark: '#7446de' }, drips) +
    eye(362, 470, 96, { x: 0.2, y: 0.7, lid: 0.56, skin: '#8457ee', pupil: 0.4 }) +
    eye(584, 462, 104, { x: -0.1, y: 0.8, lid: 0.5, skin: '#8457ee', pupil: 0.4 }) +
    bags +
    line('M 400 690 C 440 666 500 668 556 700') +
    steam +
    mug +
    body(
      'M 590 800 C 560 740 640 716 672 760 C 690 790 660 850 620 840 C 600 836 596 820 590 800 Z',
      { light: '#9a6bff', dark: '#7446de' },
      '',
      'hand',
    )
  )
}

function pigeon(): string {
  const suit = 'M 60 1040 C 70 850 200 770 380 740 L 644 740 C 824 770 954 850 964 1040 Z'
  const head =
    'M 330 790 C 350 660 290 600 282 420 C 274 250 380 150 512 150 C 644 150 750 250 742 420 C 734 600 674 660 694 790 Z'
  const neck =
    plain(
      'M 240 560 q 68 60 136 0 t 136 0 t 136 0 t 136 0 V 640 q -68 60 -136 0 t -136 0 t -136 0 t -136 0 Z',
      '#8a5cf0',
    ) + plain('M 240 640 q 68 60 136 0 t 136 0 t 136 0 t 136 0 V 900 H 240 Z', '#17b978')
  const beak =
    shape(
      'M 446 424 C 470 380 554 380 578 424 C 590 470 548 560 512 590 C 476 560 434 470 446 424 Z',
      '#4b4660',
    ) +
    shape(
      'M 440 428 C 440 376 500 380 512 416 C 524 380 584 376 584 428 C 560 452 464 452 440 428 Z',
      PAPER,
    ) +
    line('M 470 496 C 496 510 530 510 556 496', 10)
  return (
    ground('#35c8ff') +
    stripes('#22b4ee', 62) +
    body(suit, { light: '#2b2740', dark: '#1b1829' }, '', 'suit') +
    body(head, { light: '#a9afc6', dark: '#8188a6' }, neck) +
    shape('M 350 752 L 512 1040 L 674 752 L 600 744 L 512 812 L 424 744 Z', PAPER) +
    shape('M 470 806 L 512 780 L 554 806 L 540 856 L 576 1040 L 448 1040 L 484 856 Z', '#ff3d5a') +
    shape('M 350 748 L 300 830 L 390 850 L 440 1040 L 500 1040 Z', '#3a3553') +
    shape('M 674 748 L 724 830 L 634 850 L 584 1040 L 524 1040 Z', '#3a3553') +
    eye(348, 350, 108, { x: -0.75, y: 0.35, white: '#ffb52e', pupil: 0.34 }) +
    eye(676, 338, 108, { x: 0.7, y: -0.6, white: '#ffb52e', pupil: 0.34 }) +
    beak +
    line('M 470 158 C 450 100 500 90 496 60 M 520 152 C 516 110 560 96 552 70', 14) +
    shape('M 752 884 L 780 838 L 806 872 L 836 842 L 850 884 Z', '#ffcf3a') +
    line('M 736 888 H 864', 16)
  )
}

function sock(random: Random): string {
  const leg =
    'M 400 150 L 716 150 L 706 560 C 706 640 890 650 912 770 C 934 890 840 926 740 920 C 570 916 430 880 404 740 C 392 670 404 600 404 560 Z'
  const bands = [320, 620, 700].map((y) => plain(`M 380 ${y} h 560 v 42 h -560 Z`, '#ff5c77')).join('')
  const wool =
    bands +
    plain('M 760 640 L 960 640 L 960 960 L 800 960 C 850 860 800 760 760 640 Z', '#ff5c77') +
    plain('M 380 780 C 470 760 520 850 500 960 L 380 960 Z', '#ff5c77')
  const rib =
    shape(
      'M 388 130 Q 388 100 418 100 L 698 100 Q 728 100 728 130 L 728 220 Q 728 246 698 246 L 418 246 Q 388 246 388 220 Z',
      '#ff5c77',
    ) + repeat(7, (i) => line(`M ${434 + i * 42} 130 V 216`, 12, '#d93655'))
  const lost =
    'M 146 186 L 228 186 L 224 296 C 224 318 274 320 280 352 C 284 386 258 392 230 390 C 184 388 152 378 146 342 Z'
  const bubble =
    ball(204, 290, 164, PAPER) +
    ball(322, 448, 30, PAPER) +
    ball(364, 500, 18, PAPER) +
    `<path d="${lost}" fill="#ffd5dc" stroke="#ff5c77" stroke-width="12" stroke-dasharray="24 20" stroke-linecap="round"/>`
  return (
    ground('#21d38b') +
    waves('#1cc37f', 86) +
    oval(660, 946, 330, 30, '#12a56a') +
    bubble +
    body(leg, { light: PAPER, dark: '#e3d3bd' }, wool) +
    rib +
    eye(496, 440, 76, { x: -0.8, y: -0.7, pupil: 0.56 }) +
    eye(640, 440, 76, { x: -0.8, y: -0.7, pupil: 0.56 }) +
    line('M 420 354 L 500 330 M 706 354 L 632 330') +
    line('M 520 592 C 540 556 600 556 618 592') +
    drop(470, 520, 34) +
    drop(676, random(512, 520), 30)
  )
}

function potato(random: Random): string {
  const spud =
    'M 340 470 C 310 320 400 208 528 220 C 660 226 730 330 716 450 C 706 530 740 600 690 660 C 640 720 420 730 366 660 C 326 606 354 540 340 470 Z'
  const spots = repeat(11, () =>
    oval(random(370, 690), random(250, 640), random(8, 20), random(5, 11), '#b07a3a'),
  )
  const suit = 'M 110 1040 C 130 860 240 780 380 756 L 644 756 C 784 780 894 860 914 1040 Z'
  const face =
    eye(448, 400, 88, { x: 0.6, y: 0.5, pupil: 0.4 }) +
    eye(612, 420, 62, { x: -0.7, y: -0.5, pupil: 0.44 }) +
    shape(
      'M 410 540 C 470 570 590 566 650 528 C 660 620 600 660 540 660 C 470 660 416 620 410 540 Z',
      '#5a1526',
    ) +
    shape(
      'M 500 610 C 520 580 590 580 606 610 C 616 690 600 740 560 742 C 520 742 500 680 500 610 Z',
      '#ff5c77',
    ) +
    plain('M 440 552 L 480 560 L 478 590 L 446 584 Z', '#ffffff')
  return (
    ground('#0c0a16') +
    stars(random, 46, '#ffffff') +
    ball(160, 210, 104, '#ff8a3d') +
    line('M 20 262 C 100 240 240 190 300 140', 22, '#ffcf3a') +
    body(suit, { light: '#f4f2fb', dark: '#c9c3da' }, '', 'suit') +
    shape('M 300 760 Q 512 690 724 760 L 724 830 Q 512 770 300 830 Z', '#ffcf3a') +
    disc(512, 440, 336, '#26365c') +
    body(spud, { light: '#e2ad68', dark: '#c48a45' }, spots) +
    face +
    `<circle cx="512" cy="440" r="336" fill="#8fdcff" opacity=".16"/>` +
    `<circle cx="512" cy="440" r="336" fill="none" stroke="${INK}" stroke-width="48"/><circle cx="512" cy="440" r="336" fill="none" stroke="#f4f2fb" stroke-width="22"/>` +
    line('M 250 330 C 280 240 340 190 400 170', 28, '#ffffff') +
    disc(236, 392, 15, '#ffffff') +
    shape('M 610 880 h 190 v 104 h -190 Z', '#ff3d5a') +
    ball(656, 932, 22, '#ffcf3a') +
    line('M 706 912 h 64 M 706 950 h 64', 12, PAPER)
  )
}

function fish(random: Random): string {
  const glass =
    'M 300 152 L 724 152 C 700 214 930 300 930 566 C 930 800 760 928 512 928 C 264 928 94 800 94 566 C 94 300 324 214 300 152 Z'
  const water = plain(
    'M 60 384 q 56 -44 112 0 t 112 0 t 112 0 t 112 0 t 112 0 t 112 0 t 112 0 t 112 0 V 960 H 60 Z',
    '#7fe3ff',
  )
  const sand =
    plain('M 60 850 C 300 790 700 800 980 850 V 980 H 60 Z', '#ffcf3a') +
    repeat(12, () => disc(random(260, 780), random(850, 910), random(6, 12), '#e0a91e'))
  const swimmer =
    'M 512 352 C 690 352 768 462 768 580 C 768 710 660 786 512 786 C 364 786 256 710 256 580 C 256 462 334 352 512 352 Z'
  const fins =
    shape('M 270 560 C 170 500 150 590 190 620 C 150 670 210 720 290 650 Z', '#ff6a2b') +
    shape('M 754 560 C 854 500 874 590 834 620 C 874 670 814 720 734 650 Z', '#ff6a2b') +
    shape('M 400 380 C 430 290 490 320 512 270 C 534 320 594 290 624 380 Z', '#ff6a2b')
  const tie = shape('M 478 770 L 546 770 L 534 806 L 560 890 L 512 926 L 464 890 L 490 806 Z', '#4d2bd1')
  const bubbles = [random(180, 200), random(822, 840)]
    .map((x, i) => ball(x, 470 - i * 30, 24, '#d5f6ff') + ball(x + 34, 410 - i * 30, 14, '#d5f6ff'))
    .join('')
  return (
    ground('#4d7cff') +
    rays('#5f8aff', 512, 560, 20) +
    oval(512, 950, 380, 30, '#2f5bd9') +
    `<clipPath id="glass"><path d="${glass}"/></clipPath><g clip-path="url(#glass)">${plain(glass, '#d9f4ff')}${water}${sand}</g>` +
    bubbles +
    fins +
    tie +
    body(
      swimmer,
      { light: '#ff9a3d', dark: '#f07420' },
      repeat(3, (i) => line(`M ${690 + i * 26} ${700 - i * 50} q 30 -20 26 -56`, 10, '#d65f14')),
    ) +
    eye(408, 506, 92, { y: 0.15, lid: 0.5, skin: '#f07420', pupil: 0.38 }) +
    eye(616, 506, 92, { y: 0.15, lid: 0.5, skin: '#f07420', pupil: 0.38 }) +
    shape(
      'M 420 676 C 440 620 490 640 512 656 C 534 640 584 620 604 676 C 584 724 440 724 420 676 Z',
      '#ff5c77',
    ) +
    line('M 434 680 C 480 664 544 664 590 680', 14) +
    `<path d="${glass}" fill="none" stroke="${INK}" stroke-width="22" stroke-linejoin="round"/>` +
    shape(
      'M 268 118 Q 268 96 290 96 L 734 96 Q 756 96 756 118 L 756 142 Q 756 164 734 164 L 290 164 Q 268 164 268 142 Z',
      '#eefbff',
    ) +
    line('M 168 500 C 178 420 216 350 270 306', 26, '#ffffff') +
    disc(168, 566, 14, '#ffffff')
  )
}

function intern(random: Random): string {
  const pill = 'M 220 1050 L 220 520 C 220 330 350 220 512 220 C 674 220 804 330 804 520 L 804 1050 Z'
  const spots = repeat(10, () => disc(random(240, 790), random(700, 1000), random(12, 28), '#9cd92a'))
  const horns =
    shape('M 330 290 C 250 270 220 190 250 110 C 300 150 400 170 414 240 Z', PAPER) +
    shape('M 694 290 C 774 270 804 190 774 110 C 724 150 624 170 610 240 Z', PAPER)
  const teeth = [0, 1, 3, 4]
    .map((i) => shape(`M ${366 + i * 60} 664 h 56 v ${i === 1 ? 62 : 50} q -28 20 -56 0 Z`, '#ffffff'))
    .join('')
  const arm =
    line('M 800 760 C 930 740 950 620 920 500', 100) +
    line('M 800 760 C 930 740 950 620 920 500', 68, '#b6f23c') +
    ball(916, 470, 58, '#b6f23c') +
    line('M 884 416 L 868 372 M 920 408 L 922 360 M 954 420 L 972 378', 40) +
    line('M 884 416 L 868 372 M 920 408 L 922 360 M 954 420 L 972 378', 14, '#b6f23c')
  const lanyard =
    line('M 232 800 Q 330 850 500 890 M 792 800 Q 694 850 524 890', 34) +
    line('M 232 800 Q 330 850 500 890 M 792 800 Q 694 850 524 890', 14, '#ff5ce0') +
    shape('M 404 868 h 216 v 200 h -216 Z', '#ffffff') +
    shape('M 430 900 h 74 v 96 h -74 Z', '#ff5ce0') +
    disc(467, 940, 22, '#ffffff') +
    disc(467, 940, 10, INK) +
    line('M 530 916 h 62 M 530 952 h 62 M 530 988 h 40', 12)
  return (
    ground('#130d1c') +
    rays('#1e152c', 512, 470, 24) +
    horns +
    arm +
    body(pill, { light: '#b6f23c', dark: '#8fce1f' }, spots) +
    eye(512, 440, 172, { x: 0.1, y: -0.1, pupil: 0.3 }) +
    `<circle cx="522" cy="432" r="82" fill="none" stroke="#ff5ce0" stroke-width="30"/>` +
    line('M 372 250 C 440 200 584 200 652 250', 26) +
    shape('M 330 650 L 694 650 C 704 760 630 810 512 810 C 394 810 320 760 330 650 Z', '#4a0f2a') +
    teeth +
    plain('M 420 778 C 450 730 574 730 604 778 C 560 802 464 802 420 778 Z', '#ff5c77') +
    lanyard +
    drop(270, 400, 30)
  )
}

function egg(random: Random): string {
  const shell =
    'M 512 190 C 680 190 800 430 800 620 C 800 810 680 910 512 910 C 344 910 224 810 224 620 C 224 430 344 190 512 190 Z'
  const freckles = repeat(12, () =>
    oval(random(270, 760), random(420, 720), random(5, 11), random(4, 8), '#dcb98e'),
  )
  const coat =
    shape('M 60 1040 C 90 900 200 830 300 800 L 512 1000 L 724 800 C 824 830 934 900 964 1040 Z', '#a4703d') +
    shape('M 300 800 L 236 740 L 190 860 L 330 930 L 400 900 Z', '#c08a4f') +
    shape('M 724 800 L 788 740 L 834 860 L 694 930 L 624 900 Z', '#c08a4f')
  const hat =
    shape(
      'M 300 330 C 300 180 350 90 430 100 C 480 106 544 106 594 100 C 674 90 724 180 724 330 Z',
      '#4b4660',
    ) +
    plain('M 306 268 C 440 300 584 300 718 268 L 722 330 L 302 330 Z', '#ff3d5a') +
    shape(
      'M 170 322 C 380 280 644 280 854 322 C 880 372 700 392 512 392 C 324 392 144 372 170 322 Z',
      '#4b4660',
    )
  const lens =
    line('M 740 690 L 850 900', 60) +
    line('M 740 690 L 850 900', 30, '#6b3f1d') +
    ball(660, 540, 168, '#cfefff') +
    eye(660, 540, 132, { x: -0.3, y: 0.1, pupil: 0.46 }) +
    `<circle cx="660" cy="540" r="168" fill="none" stroke="${INK}" stroke-width="54"/><circle cx="660" cy="540" r="168" fill="none" stroke="#ffcf3a" stroke-width="24"/>` +
    line('M 556 470 C 570 446 590 430 612 420', 18, '#ffffff')
  return (
    ground('#100d18') +
    repeat(8, (i) =>
      turned(-14, 512, 512, plain(`M -200 ${40 + i * 140} h 1500 v 70 h -1500 Z`, '#1c1729')),
    ) +
    disc(512, 540, 430, '#ffcf3a') +
    `<clipPath id="spot"><circle cx="512" cy="540" r="430"/></clipPath><g clip-path="url(#spot)">${repeat(8, (i) => turned(-14, 512, 512, plain(`M -200 ${110 + i * 140} h 1500 v 70 h -1500 Z`, '#e6b51e')))}</g>` +
    body(shell, { light: '#ffeed6', dark: '#e8cba2' }, freckles) +
    line('M 250 520 L 300 548 L 280 590 L 336 620 L 318 664', 12) +
    eye(392, 520, 60, { x: 0.8, y: 0.2, lid: 0.42, skin: '#f3d9b4', pupil: 0.44 }) +
    line('M 320 440 C 360 430 410 440 450 466', 24) +
    shape(
      'M 512 700 C 470 660 400 670 380 720 C 350 740 310 730 296 700 C 290 780 400 810 512 752 C 624 810 734 780 728 700 C 714 730 674 740 644 720 C 624 670 554 660 512 700 Z',
      '#5b3420',
    ) +
    line('M 476 808 C 500 796 530 796 552 810', 14) +
    coat +
    hat +
    lens
  )
}

function dinosaur(random: Random): string {
  const back = 'M 270 1050 C 250 900 300 760 330 690 L 700 690 C 740 780 770 900 760 1050 Z'
  const skull =
    'M 210 500 C 190 330 250 150 420 140 C 470 138 480 170 512 170 C 544 170 554 138 604 140 C 774 150 834 330 814 500 C 810 640 700 720 512 720 C 324 720 214 640 210 500 Z'
  const spots = repeat(9, () => disc(random(250, 780), random(180, 330), random(10, 24), '#15a869'))
  const belly =
    plain(
      'M 380 760 C 420 730 620 730 660 760 C 690 860 700 960 690 1050 L 350 1050 C 340 960 350 860 380 760 Z',
      '#d8f7a6',
    ) +
    repeat(3, (i) =>
      line(
        `M 366 ${990 - i * 10 + i * 40} C 450 ${1010 + i * 30} 590 ${1010 + i * 30} 676 ${990 + i * 30}`,
        10,
        '#aee07a',
      ),
    )
  const spikes = repeat(4, (i) =>
    turned(-54 + i * 36, 512, 480, shape('M 452 150 L 512 34 L 572 150 Z', '#ff5c77')),
  )
  const teeth = repeat(8, (i) =>
    shape(`M ${290 + i * 56} 520 h 54 l -27 ${i % 3 === 1 ? 76 : 56} Z`, '#ffffff'),
  )
  const arm = (mirror: boolean) => {
    const inner =
      line('M 330 832 C 400 850 420 866 440 840', 70) +
      line('M 330 832 C 400 850 420 866 440 840', 40, '#21d38b') +
      shape('M 420 800 L 456 776 L 458 806 L 492 800 L 476 832 L 500 850 L 462 866 L 430 862 Z', '#21d38b')
    return mirror ? `<g transform="translate(1036 0) scale(-1 1)">${inner}</g>` : inner
  }
  return (
    ground('#ff8a3d') +
    dots('#f87a28', 84, 16) +
    shape('M 700 960 C 860 960 980 900 1010 740 C 1040 900 1000 1060 760 1060 Z', '#17b978') +
    body(back, { light: '#21d38b', dark: '#17b978' }, belly, 'back') +
    spikes +
    body(skull, { light: '#21d38b', dark: '#17b978' }, spots) +
    eye(372, 318, 92, { x: 0.5, y: 0.9, pupil: 0.38 }) +
    eye(652, 318, 92, { x: -0.5, y: 0.9, pupil: 0.38 }) +
    line('M 284 214 L 400 190 M 740 214 L 624 190', 20) +
    oval(470, 446, 14, 20, INK) +
    oval(554, 446, 14, 20, INK) +
    shape(
      'M 268 516 C 400 540 624 540 756 516 C 760 620 660 680 512 680 C 364 680 264 620 268 516 Z',
      '#5a1526',
    ) +
    plain('M 380 650 C 420 590 604 590 644 650 C 600 676 424 676 380 650 Z', '#ff5c77') +
    teeth +
    arm(false) +
    arm(true) +
    line('M 508 790 L 504 756 M 540 790 L 548 756 M 524 880 L 524 912', 12) +
    drop(216, 240, 30) +
    drop(820, 260, 26)
  )
}

function ghost(random: Random): string {
  const sheet =
    'M 250 900 L 250 480 C 250 290 360 170 520 170 C 680 170 790 290 790 480 L 790 900 C 750 960 700 960 666 900 C 630 960 590 960 554 900 C 520 960 470 960 440 900 C 400 960 350 960 334 900 C 300 950 270 940 250 900 Z'
  const watchers = repeat(9, (i) => {
    const x = i < 4 ? random(40, 150) : random(850, 930)
    const y = (i < 4 ? 90 + i * 120 : 110 + (i - 4) * 180) + random(-24, 24)
    const r = random(18, 27)
    const look = random(-3, 3)
    const one = (at: number) =>
      disc(at, y, r + 5, INK) + disc(at, y, r, '#ffffff') + disc(at + look, y + look, r * 0.45, INK)
    return one(x) + one(x + r * 2.6)
  })
  const torch = turned(
    -30,
    300,
    760,
    shape('M 258 690 h 84 v 190 q 0 20 -20 20 h -44 q -20 0 -20 -20 Z', '#ff3d5a') +
      shape('M 240 610 h 120 l -18 84 h -84 Z', '#ff7c91') +
      shape('M 240 610 a 60 18 0 0 1 120 0 a 60 18 0 0 1 -120 0 Z', '#fff3b0'),
  )
  const chatter =
    shape(
      'M 430 620 L 610 620 Q 636 620 636 646 L 636 690 Q 636 716 610 716 L 430 716 Q 404 716 404 690 L 404 646 Q 404 620 430 620 Z',
      '#ffffff',
    ) +
    line('M 404 668 l 29 -14 l 29 26 l 29 -26 l 29 26 l 29 -26 l 29 26 l 29 -26 l 29 14', 10) +
    line('M 462 624 V 650 M 520 624 V 650 M 578 624 V 650 M 462 690 V 712 M 520 690 V 712 M 578 690 V 712', 8)
  return (
    ground('#0b0916') +
    plain('M 170 680 L -60 200 L -60 -60 L 480 -60 L 276 620 Z', '#ffcf3a') +
    plain('M 190 670 L -60 40 L -60 -60 L 330 -60 L 256 630 Z', '#ffe27a') +
    watchers +
    body(sheet, { light: '#ffffff', dark: '#cfc6ea' }) +
    eye(420, 430, 104, { x: -0.9, y: 0.1, pupil: 0.34 }) +
    eye(620, 430, 104, { x: -0.9, y: 0.1, pupil: 0.34 }) +
    line('M 320 302 L 420 270 M 720 302 L 622 270', 20) +
    chatter +
    blush(330, 570, '#ff9fb0') +
    blush(710, 570, '#ff9fb0') +
    torch +
    body(
      'M 330 800 C 260 760 230 700 280 690 C 340 680 400 740 410 790 C 400 830 360 830 330 800 Z',
      { light: '#ffffff', dark: '#cfc6ea' },
      '',
      'left',
    )
  )
}

function cat(random: Random): string {
  const loaf =
    'M 130 780 C 120 620 160 560 176 480 L 158 236 Q 158 190 200 216 L 318 300 C 380 282 470 282 532 300 L 650 216 Q 692 190 692 236 L 674 480 C 690 560 730 620 720 780 Z'
  const paw =
    line('M 640 730 C 720 720 760 690 810 640', 130) +
    line('M 640 730 C 720 720 760 690 810 640', 98, '#1d1929') +
    line('M 812 604 L 836 622 M 780 606 L 800 590', 10, '#4b4660')
  const shards = repeat(7, () => {
    const [x, y] = [random(790, 980), random(440, 560)]
    return disc(x, y - 130, random(20, 26), INK) + disc(x, y - 130, 12, '#d5f6ff')
  })
  const glass = turned(
    38,
    890,
    560,
    shape('M 806 430 L 974 430 L 950 650 Q 948 670 926 670 L 854 670 Q 832 670 830 650 Z', '#eefbff') +
      plain(
        'M 822 520 q 34 -26 68 0 t 68 0 L 944 650 Q 942 660 926 660 L 854 660 Q 838 660 836 650 Z',
        '#58c9ff',
      ) +
      line('M 846 470 L 856 600', 14, '#ffffff'),
  )
  const whiskers = 'M 300 600 L 150 576 M 300 624 L 148 640 M 550 600 L 700 576 M 550 624 L 702 640'
  return (
    ground('#ffcf3a') +
    rays('#ffda66', 430, 520, 18) +
    body(
      loaf,
      { light: '#241f33', dark: '#15121f' },
      plain('M 210 270 L 290 326 L 222 380 Z M 640 270 L 560 326 L 628 380 Z', '#ff7c91'),
    ) +
    shards +
    glass +
    eye(318, 460, 104, { x: -0.95, y: -0.35, white: '#b6f23c', pupil: 0.5 }) +
    eye(534, 460, 104, { x: -0.95, y: -0.35, white: '#b6f23c', pupil: 0.5 }) +
    plain('M 398 570 Q 426 556 454 570 Q 446 602 426 610 Q 406 602 398 570 Z', '#ff7c91') +
    ball(426, 668, 24, '#5a1526') +
    line(whiskers, 8, '#8a829d') +
    line('M 130 420 q -30 -40 0 -80 M 90 430 q -46 -60 0 -120', 12) +
    shape('M -20 774 H 800 V 850 H -20 Z', '#ff5c77') +
    plain('M -20 850 H 760 V 1040 H -20 Z', '#c92f4e') +
    line('M 760 850 V 1040 M -20 850 H 800') +
    paw +
    line('M 960 760 V 850 M 900 800 V 900 M 1000 860 V 930', 14)
  )
}

function dog(random: Random): string {
  const coat = '#e79a4c'
  const tube = (d: string) =>
    line(d, 176) +
    `<path d="${d}" fill="none" stroke="#c67828" stroke-width="144" stroke-linecap="round"/>` +
    `<path d="${d}" fill="none" stroke="${coat}" stroke-width="104" stroke-linecap="round" transform="translate(-14 -16)"/>`
  const leg = (x: number, y: number) =>
    shape(`M ${x - 28} ${y} v 86 h 46 q 24 0 24 30 h -98 v -116 Z`, '#c67828')
  const paw = (d: string) => line(d, 78) + line(d, 46, '#c67828')
  const clover = (x: number, y: number) =>
    repeat(5, (i) => turned(i * 72, x, y, oval(x, y - 16, 11, 16, '#b795ff'))) + disc(x, y, 9, '#ffcf3a')
  const flowers = repeat(12, () => clover(random(40, 980), random(40, 980)))
  const head =
    body(
      'M 560 260 C 560 160 640 110 736 124 C 800 134 820 190 880 210 C 960 226 1000 260 990 312 C 980 366 900 376 820 366 C 760 400 570 400 560 260 Z',
      { light: coat, dark: '#c67828' },
      '',
      'head',
    ) +
    shape('M 940 214 C 990 206 1016 236 1004 270 C 980 292 934 280 930 250 Z', INK) +
    shape('M 852 352 C 850 440 870 486 910 480 C 950 472 944 400 924 344 Z', '#ff5c77') +
    line('M 990 312 C 950 360 880 366 800 350', 14) +
    eye(724, 214, 58, { x: 0.8, y: -0.2, pupil: 0.48 }) +
    eye(826, 200, 46, { x: -0.5, y: 0.7, pupil: 0.48 }) +
    body(
      'M 610 150 C 520 160 470 300 500 420 C 520 480 590 480 610 420 C 630 340 640 240 660 190 C 660 160 640 146 610 150 Z',
      { light: '#9c5a1e', dark: '#7c4312' },
      '',
      'ear',
    )
  return (
    ground('#9a6bff') +
    flowers +
    line('M 96 800 C 20 760 30 660 76 640', 50) +
    line('M 96 800 C 20 760 30 660 76 640', 22, coat) +
    leg(130, 900) +
    leg(240, 900) +
    leg(790, 880) +
    tube('M 130 850 C 420 850 900 900 900 690 C 900 520 700 540 620 600') +
    tube('M 620 600 C 480 700 130 720 130 520 C 130 330 420 330 420 520 C 420 640 330 700 380 700') +
    paw('M 620 500 C 690 480 730 500 728 548') +
    tube('M 380 700 C 560 700 600 500 620 330') +
    paw('M 588 556 C 650 540 690 560 684 612') +
    line('M 548 410 C 590 440 650 446 690 424', 40) +
    line('M 548 410 C 590 440 650 446 690 424', 20, '#ff3d5a') +
    ball(640, 456, 26, '#ffcf3a') +
    head
  )
}

const DRAWINGS: Readonly<Record<Subject, (random: Random) => string>> = {
  toast,
  monday,
  pigeon,
  sock,
  potato,
  fish,
  intern,
  egg,
  dinosaur,
  ghost,
  cat,
  dog,
}
