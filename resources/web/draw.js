// ---- Drawing ----------------------------------------------------------------------------------------------------

/// The fill of a look: its colour, or its hatch where there is room for it.
function fillOf(context, look, isHatched) {
  if (!look.hatch || !isHatched) return look.fill[theme];
  if (!look.id) look.id = page.looks.indexOf(look) + 1;
  const known = patterns.get(look.id);
  if (known) return known;
  const side = Math.round(6 * ratio), tile = make('canvas', {width: side, height: side}), ink = tile.getContext('2d');
  ink.fillStyle = look.fill[theme];
  ink.fillRect(0, 0, side, side);
  ink.scale(side / 6, side / 6);
  ink.fillStyle = look.ink[theme];
  ink.fill(new Path2D(look.hatch));
  const pattern = context.createPattern(tile, 'repeat');
  pattern.setTransform(new DOMMatrix().scale(6 / side));
  patterns.set(look.id, pattern);
  return pattern;
}

const channels = color => [1, 3, 5].map(at => parseInt(color.slice(at, at + 2), 16));

let columns = {};  // kept from row to row
/// More ops than can be told apart: each column of pixels has the mean colour of its time.
function paintColumns(context, track, lane, from, to) {
  const left = Math.round(names * ratio), right = Math.round((track.width - PLOT_RIGHT) * ratio), count = right - left;
  const perTime = count / (view.end - view.begin);
  if (columns.count !== count)
    columns = {count, share: new Float32Array(count * 4), image: context.createImageData(count, 1),
               strip: make('canvas', {width: count, height: 1})};
  const {share, image, strip} = columns;
  share.fill(0);
  for (let op = from; op < to; ++op) {
    const x0 = Math.max(0, (drawnBegin(track, op) - view.begin) * perTime);
    const x1 = Math.min(count, (drawnEnd(track, op) - view.begin) * perTime);
    const look = lookOf(track, op), color = look.mixed ??= look.fill.map(channels);
    for (let column = Math.floor(x0); column < x1; ++column) {
      const part = Math.min(x1, column + 1) - Math.max(x0, column), at = column * 4;
      for (let i = 0; i < 3; ++i) share[at + i] += part * color[theme][i];
      share[at + 3] += part;
    }
  }
  const idle = page.looks[track.idle], ground = channels(idle.fill[theme]), ink = channels((idle.ink ?? idle.fill)[theme]);
  const begin = (track.begin - view.begin) * perTime, end = (track.end - view.begin) * perTime;
  for (let column = 0; column < count; ++column) {
    const at = column * 4, rest = lane.work ? Math.max(0, 1 - share[at + 3]) : 0;
    const isInside = column + 1 > begin && column < end;
    for (let i = 0; i < 3; ++i) image.data[at + i] = share[at + i] + rest * (ground[i] + 0.2357 * (ink[i] - ground[i]));
    image.data[at + 3] = !isInside ? 0 : lane.work ? 255 : Math.min(255, 255 * share[at + 3]);
    if (!lane.work && share[at + 3] > 0) for (let i = 0; i < 3; ++i) image.data[at + i] /= share[at + 3];
  }
  strip.getContext('2d').putImageData(image, 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(strip, 0, 0, count, 1, left / ratio, lane.top, count / ratio, lane.bottom - lane.top);
}

/// The ground of a row: idle time where no op runs.
function paintIdle(context, track, lane, from, to) {
  const left = names, right = track.width - PLOT_RIGHT, height = lane.bottom - lane.top;
  const clamped = time => onPixels(Math.min(right, Math.max(left, xOf(track, time))));
  const fill = (begin, end, style) => {
    const x0 = clamped(begin), x1 = clamped(end);
    if (x1 <= x0) return;
    context.fillStyle = style;
    context.fillRect(x0, lane.top, x1 - x0, height);
  };
  fill(track.begin, track.end, colors.window);
  const idle = fillOf(context, page.looks[track.idle], true);
  let at = track.begin;
  for (let op = from; op < to; ++op) {
    if (track.start[op] > at) fill(at, track.start[op], idle);
    at = Math.max(at, track.stop[op]);
  }
  const next = to < lane.last ? Math.min(track.start[to], view.end) : track.end;
  fill(to > from ? at : Math.max(track.begin, view.begin), next, idle);
  const index = track.order.lanes.indexOf(lane);
  for (const [of, begin, end, look] of track.exposed ?? [])
    if (of === index) fill(begin, end, fillOf(context, page.looks[look], true));
}

/// The box of an op in its row. From some width on, a gap separates it from the next.
function boxOf(track, lane, op) {
  const x0 = onPixels(xOf(track, drawnBegin(track, op))), x1 = onPixels(xOf(track, drawnEnd(track, op)));
  const width = Math.max(x1 - x0, 1 / ratio), isPrinted = lookOf(track, op).border;
  const apart = isPrinted ? 0 : width >= 6 ? 1 : width >= 3 ? 1 / ratio : 0;
  return {x: x0, y: lane.top, width: width - apart, height: lane.bottom - lane.top};
}

function paintCells(context, track, lane, from, to, report) {
  const left = names, right = track.width - PLOT_RIGHT;
  const byLook = new Map();
  for (let op = from; op < to; ++op) {
    const look = track.order.cells[op] >> 2;
    if (!byLook.has(look)) byLook.set(look, []);
    byLook.get(look).push(op);
  }
  for (const [index, ops] of byLook) {
    const look = page.looks[index], flat = fillOf(context, look, false), hatch = fillOf(context, look, true);
    for (const op of ops) {
      const box = boxOf(track, lane, op), x0 = Math.max(left, box.x), x1 = Math.min(right, box.x + box.width);
      if (x1 <= x0) continue;
      context.fillStyle = box.width >= 6 ? hatch : flat;
      context.fillRect(x0, box.y, x1 - x0, box.height);
      if (look.border && box.width >= 3) {
        context.strokeStyle = look.border[theme];
        context.lineWidth = 0.75;
        context.strokeRect(x0, box.y + 0.4, x1 - x0, box.height - 0.8);
      }
      report?.(op, {x: x0, y: box.y, width: x1 - x0, height: box.height}, look.fill[theme]);
    }
    paintLabels(context, track, lane, ops, look, index);
  }
  if (track.redone.size) paintRedone(context, track, lane, from, to);
  if (track.pair) paintPairs(context, track, lane, from, to);
}

/// The numbers of all ops of a kind in one size, if they all fit.
function paintLabels(context, track, lane, ops, look, index) {
  const height = lane.bottom - lane.top;
  const room = shortestOf(track).get(index) / (view.end - view.begin) * (track.width - PLOT_RIGHT - names) - 3;
  if (!(room >= 6)) return;
  const longest = ops.reduce((most, op) => Math.max(most, textOf(track, 'labels', op).length), 0);
  // In a lesson as large as fits.
  const most = lesson ? Math.max(12, Math.min(height * 0.5, room / Math.max(1, longest) / 0.64)) : 12;
  let size = Math.min(Math.floor(most), Math.floor(height * 0.62));
  const widthOf = digits => {
    context.font = `500 ${size}px ${colors.font}`;
    return context.measureText('0'.repeat(digits)).width;
  };
  if (lesson && widthOf(longest) > room) size = Math.floor(size * room / widthOf(longest));
  if (size < LEAST_LABEL || longest === 0 || widthOf(longest) > room) return;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = look.text[theme];
  const baseline = lane.top + height / 2 + size * 0.36;
  for (const op of ops) {
    const box = boxOf(track, lane, op);
    if (box.x < names || box.x + box.width > track.width - PLOT_RIGHT + 1) continue;
    context.fillText(textOf(track, 'labels', op), box.x + box.width / 2, baseline);
  }
}

/// The start of each backward in which it repeats its forward: over the whole cell, or along its lower edge where the
/// number of the cell needs the space.
function paintRedone(context, track, lane, from, to) {
  const look = page.looks[track.again], height = lane.bottom - lane.top;
  for (let op = from; op < to; ++op) {
    if (!track.redone.has(op)) continue;
    const box = boxOf(track, lane, op), x0 = Math.max(names, box.x);
    const end = xOf(track, track.start[op] + track.redone.get(op)), x1 = Math.min(track.width - PLOT_RIGHT, end);
    if (box.width < 8 || x1 - x0 < 2) continue;
    const isWhole = x1 <= box.x + (box.width - Math.min(height, box.width * 0.6)) / 2;
    const top = isWhole ? lane.top : lane.bottom - height * 0.22;
    context.fillStyle = look.fill[theme];
    context.fillRect(x0, top, x1 - x0, lane.bottom - top);
    if (!isWhole || x1 - x0 < 10 || height < 11) continue;
    context.font = `10px ${colors.font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillStyle = look.text[theme];
    context.fillText('R', (x0 + x1) / 2, lane.top + height / 2 + 0.5);
  }
}

/// The activations of a device over time, the most of them, and the limit.
function paintHeld(context, track, lane) {
  const strip = track.held.get(track.order.lanes.indexOf(lane)), look = page.looks[track.area];
  const right = track.width - PLOT_RIGHT, height = lane.end - lane.bottom - 2;
  const yOf = held => lane.end - height * held / heldScale();
  context.save();
  context.beginPath();
  context.rect(names, lane.bottom, right - names, lane.end - lane.bottom);
  context.clip();
  context.beginPath();
  let y = yOf(0);
  context.moveTo(names, y);
  strip.at.forEach((at, i) => {
    context.lineTo(xOf(track, at), y);
    context.lineTo(xOf(track, at), y = yOf(strip.held[i]));
  });
  context.fillStyle = look.fill[theme];
  context.fill();
  context.strokeStyle = (look.border ?? look.fill)[theme];
  context.lineWidth = 1;
  context.stroke();
  if (track.limit !== undefined) {
    context.fillStyle = colors.error;
    context.fillRect(names, Math.round(yOf(track.limit) * ratio) / ratio - 0.5, right - names, 1);
  }
  context.restore();
  if (height < 8 || isHiding()) return;
  context.font = `10px ${colors.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = colors.muted;
  context.fillText(strip.label, names - 9, lane.end - height / 2, names - 12);
}

/// The activations that fill a strip, the same in all scenes.
const heldScale = () => page.held ??= Math.max(...page.scenes.map(one => one.held));

function paintPairs(context, track, lane, from, to) {
  context.strokeStyle = track.pair[theme];
  context.lineWidth = 1;
  for (let op = from; op + 1 < to; ++op) {
    if (pairOf(track, op) !== 1) continue;
    const a = boxOf(track, lane, op), b = boxOf(track, lane, op + 1), width = b.x + b.width - a.x;
    if (width >= 6) context.strokeRect(a.x + 0.5, a.y + 0.5, width - 1, a.height - 1);
  }
}

function paintLane(track, lane, report) {
  const context = track.context;
  context.clearRect(0, lane.top - 1, track.width, lane.end - lane.top + 2);
  const from = firstEndingAfter(track, lane, view.begin);
  let to = from, high = lane.last;
  while (to < high) {
    const middle = (to + high) >> 1;
    if (track.start[middle] < view.end) to = middle + 1; else high = middle;
  }
  if (to - from > (track.width - PLOT_RIGHT - names) * ratio / 3) {
    paintColumns(context, track, lane, from, to);
  } else {
    if (lane.work) paintIdle(context, track, lane, from, to);
    paintCells(context, track, lane, from, to, report);
  }
  if (lane.end > lane.bottom) paintHeld(context, track, lane);
  paintName(context, track, lane);
}

function paintName(context, track, lane) {
  const height = lane.bottom - lane.top, every = Math.ceil(12 / (height + ROW_GAP));
  if (lane.worker % every !== 0 || (height < 8 && !lane.work)) return;
  context.font = `11px ${colors.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  context.fillStyle = colors.muted;
  context.fillText(lane.label, names - 9, lane.top + height / 2 + 0.5, names - 12);
}

/// Draws the rows that are in sight and not yet drawn as they are now.
function draw() {
  for (const track of tracks) {
    if (!track.canvas) continue;
    const top = track.canvas.getBoundingClientRect().top;
    for (const lane of track.order.lanes) {
      const isInSight = isPrinting || (top + lane.end > -200 && top + lane.top < innerHeight + 200);
      if (track.drawn[lane.top] === version || !isInSight) continue;
      paintLane(track, lane);
      track.drawn[lane.top] = version;
    }
  }
}

function redraw() {
  ++version;
  draw();
  drawAxis();
  drawOver();
}

/// Over the rows: what has not run yet, the pick and its chain, the row under the pointer.
function drawOver() {
  for (const track of tracks) {
    if (!track.canvas) continue;
    // Printers show nothing below a second canvas.
    const over = isPrinting ? track.context : track.over.getContext('2d');
    over.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (!isPrinting) over.clearRect(0, 0, track.width, track.height);
    over.save();
    over.beginPath();
    over.rect(names - 3, 0, track.width - names, track.height);
    over.clip();
    if (lesson) drawLit(over, track);
    if (track.critical.length && !isConcealing()) drawCritical(over, track);
    if (until < Infinity) {
      const x = xOf(track, until);
      over.fillStyle = colors.window;
      if (x < track.width - PLOT_RIGHT) over.fillRect(x, 0, track.width - x, track.height);
      over.fillStyle = colors.cursor;
      if (x <= track.width - PLOT_RIGHT + 1 && !isConcealing()) over.fillRect(Math.round(x) - 0.5, 0, 1, track.height);
    }
    if (!isPrinting && hover?.track === track && hover.op >= 0 && pick?.op !== hover.op) outline(over, track, hover.op, 1.2);
    if (!isPrinting && pick?.track === track) drawPick(over, track);
    over.restore();
  }
}

function outline(over, track, op, width, ink = colors.cursor) {
  const lane = track.order.lanes[laneOf(track, op)], box = boxOf(track, lane, op);
  for (const [color, wide] of [[colors.window, width + 2], [ink, width]]) {
    over.strokeStyle = color;
    over.lineWidth = wide;
    over.strokeRect(box.x - 0.5, box.y - 0.5, box.width + 1, box.height + 1);
  }
}

function drawPick(over, track) {
  if (pick.op >= 0) return outline(over, track, pick.op, 2);
  const lane = track.order.lanes[pick.lane], x0 = xOf(track, pick.gap.begin), x1 = xOf(track, pick.gap.end);
  over.fillStyle = colors.accent + '24';
  over.fillRect(x0, lane.top, x1 - x0, lane.bottom - lane.top);
  over.strokeStyle = colors.accent;
  over.lineWidth = 1.5;
  over.strokeRect(x0 + 0.5, lane.top + 0.5, x1 - x0 - 1, lane.bottom - lane.top - 1);
  const chain = chainOf(track, pick.gap);
  for (const op of chain) outline(over, track, op, 1.5);
  drawHops(over, track, chain, colors.accent, [4, 3], (x, y, angle) => {
    over.beginPath();
    over.moveTo(x, y);
    for (const side of [-0.45, 0.45]) over.lineTo(x - 7 * Math.cos(angle + side), y - 7 * Math.sin(angle + side));
    over.fill();
  });
}

/// Lines from each op of a chain to the next, where that is in another row.
function drawHops(over, track, chain, ink, dashes, tip) {
  const middle = op => { const lane = track.order.lanes[laneOf(track, op)]; return (lane.top + lane.bottom) / 2; };
  over.strokeStyle = over.fillStyle = ink;
  over.lineWidth = 1.75;
  for (let i = 0; i + 1 < chain.length; ++i) {
    const x = xOf(track, drawnEnd(track, chain[i])), y = middle(chain[i]);
    const tipX = xOf(track, drawnBegin(track, chain[i + 1])), tipY = middle(chain[i + 1]);
    if (Math.abs(tipY - y) < 1) continue;  // they touch
    over.setLineDash(dashes);
    over.beginPath();
    over.moveTo(x, y);
    over.lineTo(tipX, tipY);
    over.stroke();
    over.setLineDash([]);
    tip?.(tipX, tipY, Math.atan2(tipY - y, tipX - x));
  }
}

/// The chain of ops that the end waited for, as far as it has run.
function drawCritical(over, track) {
  const chain = track.critical.filter(op => drawnBegin(track, op) < until);
  for (const op of chain) outline(over, track, op, 2, colors.error);
  drawHops(over, track, chain, colors.error, []);
}

const chainOf = (track, gap) => numbers(gap.chain).map(row => opOfRow(track.order, row)).filter(op => op >= 0);

/// Narrower plots are not drawn: the page is hidden, or in a tiny frame.
const LEAST_PLOT = 20;

// ---- The axis ---------------------------------------------------------------------------------------------------

/// The smallest 1-2-5 step that is at least `least`, and the step between ticks without a label.
function axisSteps(least) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)) + 1e-9);
  const major = [1, 2, 5, 10].map(mantissa => mantissa * power).find(step => step >= least * (1 - 1e-12));
  const isTwo = Math.round(major / 10 ** Math.floor(Math.log10(major) + 1e-9)) === 2;
  return {major, minor: Math.max(1, Math.floor(major / (isTwo ? 2 : 5)))};
}

/// A multiple of `step` with exactly the decimals that the step needs.
function tickLabel(at, step) {
  const unit = Math.round(MICRO / scene.factor);
  let decimals = 0;
  for (let part = unit; step % part !== 0; part /= 10) ++decimals;
  return (at / unit).toFixed(decimals);
}

function ticksOf(width) {
  const perPixel = (view.end - view.begin) / width, font = 11;
  const furthest = Math.max(Math.abs(view.begin), Math.abs(view.end));
  let steps = axisSteps(perPixel * font * 3.2);
  const needed = () =>
      perPixel * font * (0.64 * tickLabel(Math.floor(furthest / steps.major) * steps.major, steps.major).length + 3.2);
  while (steps.major < needed()) steps = axisSteps(steps.major * 1.5);
  const ticks = [], last = Math.floor(view.end / steps.minor + 1e-9);
  for (let i = Math.ceil(view.begin / steps.minor - 1e-9); i <= last; ++i) {
    const at = i * steps.minor;
    ticks.push({at, label: at % steps.major === 0 ? tickLabel(at, steps.major) : ''});
  }
  return ticks;
}

function drawAxis() {
  const canvas = $('axis'), width = canvas.clientWidth, track = {width};
  resize(canvas, width, 34);
  const context = canvas.getContext('2d'), right = width - PLOT_RIGHT;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, 34);
  if (scene.notice || right - names < LEAST_PLOT) return;
  context.fillStyle = colors.muted;
  context.fillRect(names, 6, right - names, 1);
  context.font = `11px ${colors.font}`;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'center';
  let free = -Infinity;
  for (const tick of ticksOf(right - names)) {
    const x = xOf(track, tick.at), half = context.measureText(tick.label).width / 2;
    context.fillRect(Math.round(x * ratio) / ratio, 6, 1, tick.label ? 6 : 4);
    if (!tick.label || x - half < free || x + half > width - 2) continue;
    context.fillText(tick.label, x, 25);
    free = x + half + 6;
  }
  if (until < Infinity) {
    context.fillStyle = colors.cursor;
    context.fillRect(Math.round(xOf(track, until)) - 0.5, 0, 1, 12);
  }
}
