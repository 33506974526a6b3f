'use strict';
// The script of a web page that Bubblescope exported. The data is described at WebData in widgets/picture/exported_page.h.
// A page is a list of scenes; a scene is a set of tracks; a track has lanes with ops. Times are whole micro-units.

const begun = performance.now();
const $ = id => document.getElementById(id);
const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// ---- Packed data: RFC 1950 and 1951. Browsers can do it as well, but only later than the page's first picture ------

/// The code of symbols with these lengths, as a table by the next bits: symbol * 16 + length.
function codeOf(lengths) {
  const longest = Math.max(1, ...lengths), table = new Uint16Array(1 << longest);
  let code = 0;
  for (let length = 1; length <= longest; ++length, code <<= 1)
    lengths.forEach((own, symbol) => {
      if (own !== length) return;
      let first = 0;
      for (let bit = 0; bit < length; ++bit) first |= (code >> bit & 1) << length - 1 - bit;
      for (let at = first; at < table.length; at += 1 << length) table[at] = symbol << 4 | length;
      ++code;
    });
  return {table, longest};
}

function inflated(source, size) {
  const LENGTHS = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163,
                   195, 227, 258];
  const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
  const out = new Uint8Array(size);
  let at = 2, end = 0, held = 0, count = 0;  // after the two bytes of the header
  const bits = need => {
    for (; count < need; count += 8) held |= source[at++] << count;
    const value = held & ((1 << need) - 1);
    held >>>= need;
    count -= need;
    return value;
  };
  const symbolOf = ({table, longest}) => {
    for (; count < longest; count += 8) held |= source[at++] << count;
    const entry = table[held & table.length - 1], length = entry & 15;
    held >>>= length;
    count -= length;
    return entry >> 4;
  };
  const codesAhead = () => {
    const literals = bits(5) + 257, distances = bits(5) + 1, lengths = new Array(19).fill(0), all = [];
    for (let i = 0, last = bits(4) + 4; i < last; ++i) lengths[ORDER[i]] = bits(3);
    const code = codeOf(lengths);
    while (all.length < literals + distances) {
      const symbol = symbolOf(code);
      if (symbol < 16) all.push(symbol);
      else if (symbol === 16) all.push(...new Array(3 + bits(2)).fill(all.at(-1)));
      else all.push(...new Array(symbol === 17 ? 3 + bits(3) : 11 + bits(7)).fill(0));
    }
    return [codeOf(all.slice(0, literals)), codeOf(all.slice(literals))];
  };
  const fixed = () => [codeOf(Array.from({length: 288}, (_, i) => i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
                       codeOf(new Array(30).fill(5))];
  for (let isLast = 0; !isLast;) {
    isLast = bits(1);
    const type = bits(2);
    if (type === 0) {
      at -= count >> 3;  // whole bytes were read ahead
      held = count = 0;
      const length = source[at] | source[at + 1] << 8;
      out.set(source.subarray(at + 4, at + 4 + length), end);
      at += 4 + length;
      end += length;
      continue;
    }
    const [literals, distances] = type === 1 ? fixed() : codesAhead();
    for (let symbol = symbolOf(literals); symbol !== 256; symbol = symbolOf(literals)) {
      if (symbol < 256) {
        out[end++] = symbol;
        continue;
      }
      const kind = symbol - 257, extra = kind < 8 || kind === 28 ? 0 : (kind >> 2) - 1;
      const length = LENGTHS[kind] + bits(extra), far = symbolOf(distances), more = far < 4 ? 0 : (far >> 1) - 1;
      const distance = (far < 4 ? far : (2 + (far & 1)) << more) + 1 + bits(more);
      for (let i = 0; i < length; ++i, ++end) out[end] = out[end - distance];
    }
  }
  return out;
}

/// The data of an element; its size is an attribute.
function unpacked(id) {
  const packed = atob($(id).textContent), bytes = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; ++i) bytes[i] = packed.charCodeAt(i);
  return JSON.parse(new TextDecoder().decode(inflated(bytes, Number($(id).dataset.size))));
}

const MICRO = 1e6, LEAST_LABEL = 9, PLOT_RIGHT = 14, ROW_GAP = 3;
const dark = matchMedia('(prefers-color-scheme: dark)');

let page, words;             // words are null until someone asks
let scene, tracks = [];      // of the present scene
let view = {begin: 0, end: 1}, isFitted = true, until = Infinity, isPlaying = false, isPrinting = false;
let pick = null, hover = null;  // {track, lane, row} or {track, lane, gap}
let theme = 0, colors = {}, ratio = 1, version = 0, names = 32;
let patterns = new Map();

// ---- Data -------------------------------------------------------------------------------------------------------

const numbers = text => text === '' ? [] : text.split(' ').map(Number);

/// The lanes of an order, decoded once. Ops have numbers from 0, lane by lane.
function orderOf(index) {
  const order = page.orders[index];
  if (order.isRead) return order;
  order.cells = numbers(order.cells);
  let first = 0;
  for (const lane of order.lanes) {
    lane.first = first;
    first += lane.ops;
    lane.last = first;
  }
  order.isRead = true;
  return order;
}

/// The head, place or label of an op; each list is decoded when it is first used.
function textOf(track, key, op) {
  const {order} = track;
  if (typeof order[key] === 'string') order[key] = numbers(order[key]);
  return page.texts[order[key][op]];
}

/// The number of the op in a row of the program, whose lanes have free rows between them.
const opOfRow = (order, row) => {
  const lane = order.lanes.find(lane => row >= lane.row && row < lane.row + lane.ops);
  return lane ? lane.first + row - lane.row : -1;
};
const laneOf = (track, op) => track.order.lanes.findIndex(lane => op < lane.last);
const lookOf = (track, op) => page.looks[track.order.cells[op] >> 2];
const pairOf = (track, op) => track.order.cells[op] & 3;

/// The start and end of each op, from what is stored: how long after the op before it on its lane, and how long.
function readTimes(track) {
  const waits = numbers(track.waits), durations = numbers(track.durations);
  track.start = new Float64Array(waits.length);
  track.stop = new Float64Array(waits.length);
  for (const lane of track.order.lanes)
    for (let op = lane.first, end = 0; op < lane.last; ++op) {
      track.start[op] = end + waits[op];
      track.stop[op] = end = track.start[op] + durations[op];
    }
  const rows = text => numbers(text ?? '');
  track.critical = rows(track.critical).map(row => opOfRow(track.order, row));
  const redone = rows(track.redone);
  track.redone = new Map();
  for (let i = 0; i < redone.length; i += 2) track.redone.set(opOfRow(track.order, redone[i]), redone[i + 1]);
  track.held = new Map((track.held ?? []).map(([lane, at, held, label]) => [lane, {at: numbers(at), held, label}]));
}

/// The shortest op of each look that takes time.
function shortestOf(track) {
  if (track.shortest) return track.shortest;
  track.shortest = new Map();
  for (let op = 0; op < track.start.length; ++op) {
    const look = track.order.cells[op] >> 2, drawn = drawnEnd(track, op) - drawnBegin(track, op);
    if (drawn > 0) track.shortest.set(look, Math.min(track.shortest.get(look) ?? Infinity, drawn));
  }
  return track.shortest;
}

// Each op of a fused pair is drawn in its half of their time.
const half = (track, op) => Math.floor((track.stop[op] - track.start[op]) / 2);
const drawnBegin = (track, op) => track.start[op] + (pairOf(track, op) === 2 ? half(track, op) : 0);
const drawnEnd = (track, op) => pairOf(track, op) === 1 ? track.start[op] + half(track, op) : track.stop[op];

/// A point in time as the program writes it: all of its digits.
const moment = time => String(Number((time / MICRO).toPrecision(12)));

function readScene(index) {
  scene = page.scenes[index];
  tracks = scene.tracks;
  tracks.forEach((track, i) => {
    track.index = i;
    if (track.order === undefined || track.start) return;
    track.order = orderOf(track.order);
    readTimes(track);
  });
}

const GAP = ['lane', 'begin', 'end', 'card', 'headline', 'title', 'facts', 'lead', 'steps', 'conclusion', 'chain'];
/// The gaps of a track in words, out of the columns of all.
function gapsOf(track) {
  words ??= unpacked('words-data');
  if (track.gaps) return track.gaps;
  const before = words.counts.slice(0, page.scene).flat().concat(words.counts[page.scene].slice(0, track.index));
  const first = before.reduce((sum, count) => sum + count, 0), count = words.counts[page.scene][track.index];
  const gapIn = (_, i) => Object.fromEntries(GAP.map((key, column) => [key, words.columns[column][first + i]]));
  return track.gaps = Array.from({length: count}, gapIn);
}
const gapAt = (track, lane, time) =>
    gapsOf(track).find(gap => gap.lane === lane && gap.begin <= time && time < gap.end);

/// The first op of a lane that ends after `time`.
function firstEndingAfter(track, lane, time) {
  let low = lane.first, high = lane.last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (track.stop[middle] > time) high = middle; else low = middle + 1;
  }
  return low;
}
function opAt(track, lane, time) {
  const op = firstEndingAfter(track, lane, time);
  if (op === lane.last || track.start[op] > time) return -1;
  return drawnEnd(track, op) <= time ? op + 1 : op;  // the other half of a pair
}

// ---- Geometry ---------------------------------------------------------------------------------------------------

const xOf = (track, time) => names + (time - view.begin) / (view.end - view.begin) * (track.width - PLOT_RIGHT - names);
const timeAt = (track, x) => view.begin + (x - names) / (track.width - PLOT_RIGHT - names) * (view.end - view.begin);
const onPixels = x => Math.round(x * ratio) / ratio;

/// The height of the row on which a worker computes; many rows are lower.
function rowHeight(lanes) {
  const usual = lanes <= 12 ? 22 : lanes <= 24 ? 18 : lanes <= 48 ? 13 : lanes <= 96 ? 9 : 6;
  if (!lesson) return usual;
  // In a lesson, the rows of all tracks fill the window above its words.
  const rowsOf = track => track.start ? track.order.lanes.length + STRIP * track.held.size : 0;
  const all = tracks.reduce((sum, track) => sum + rowsOf(track), 0);
  const around = ['lesson', 'bar', 'foot', 'title'].reduce((sum, id) => sum + $(id).offsetHeight, 64);
  const room = Math.max(innerHeight * 0.3, innerHeight - around - 40 * tracks.length);
  return Math.max(usual, Math.min(90, Math.floor(room / Math.max(1, all)) - ROW_GAP));
}

/// The height of the strip of a device's activations, as a share of its row.
const STRIP = 0.8;

function arrange(track) {
  const height = rowHeight(track.order.lanes.length), gap = height < 12 ? 1 : ROW_GAP;
  let top = 2;
  track.order.lanes.forEach((lane, i) => {
    lane.top = top;
    lane.bottom = top + Math.max(4, Math.round(height * lane.height));
    // The strip of its activations is below its row.
    lane.end = lane.bottom + (track.held.has(i) ? Math.max(6, Math.round(height * STRIP)) : 0);
    top = lane.end + gap;
  });
  track.height = top + 2;
}
