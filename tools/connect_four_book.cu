// Exact scores of many Connect Four positions at once: every thread takes the next position and searches it with
// null windows, and all share one table. The same search as src/parlour/games/connect_four/play/kernel.py (layout,
// scores, ordering, bounds and claimeven rule are told there), with the recursion turned into a stack.
//
// A frame of the stack: the two boards, and in one word the columns still to try (3 bits each, the next one
// lowest), how many (bits 21 to 23) and the best score so far plus 32 (bits 24 and up).
//
// A table entry is key << 8 | code in one word, four to a 32-byte bucket. Threads write without locks: a word is
// never half written and holds the whole key, so the worst that a race can do is to lose an entry.

typedef unsigned long long u64;

#define CELLS 42
#define DEPTH 36
#define LEAST (-18)
#define LOWER 64
#define MIRRORED 22
#define PROBED 26
#define UNKNOWN 127
#define LOOK_UP_STOP 4095  // the nodes between two looks at the flag that stops the work

#define BOTTOM 0x40810204081ULL
#define BOARD (BOTTOM * 63ULL)
#define LOW_OF_PAIR (BOTTOM * 21ULL)
#define HIGH_OF_PAIR (BOTTOM * 42ULL)
#define COLUMN(c) (0x7FULL << (7 * (c)))

#ifdef __CUDACC__
#define SEARCH __device__ __forceinline__
#define COUNT(x) __popcll(x)
#define ALIGNED __align__(16)
#else
#define SEARCH static inline
#define COUNT(x) __builtin_popcountll(x)
#define ALIGNED
#endif

struct ALIGNED Bucket {
    u64 entry[4];
};

SEARCH u64 completing(u64 p, u64 mask) {
    u64 found = (p << 1) & (p << 2) & (p << 3);
#ifdef __CUDACC__
#pragma unroll
#endif
    for (int d = 6; d <= 8; d++) {
        u64 pair = (p << d) & (p << 2 * d);
        found |= pair & ((p << 3 * d) | (p >> d));
        pair = (p >> d) & (p >> 2 * d);
        found |= pair & ((p << d) | (p >> 3 * d));
    }
    return found & (BOARD ^ mask);
}

SEARCH bool has_four(u64 p) {
    u64 a = p & (p >> 7), b = p & (p >> 6), c = p & (p >> 8), d = p & (p >> 1);
    return ((a & (a >> 14)) | (b & (b >> 12)) | (c & (c >> 16)) | (d & (d >> 2))) != 0;
}

SEARCH u64 mirror(u64 b) {
    return (b & COLUMN(3)) | (b & COLUMN(0)) << 42 | (b >> 42 & COLUMN(0)) | (b & COLUMN(1)) << 28 |
           (b >> 28 & COLUMN(1)) | (b & COLUMN(2)) << 14 | (b >> 14 & COLUMN(2));
}

SEARCH u64 key_of(u64 mine, u64 mask, int ply) {
    u64 key = mine + mask;
    if (ply > MIRRORED) return key;
    u64 other = mirror(mine) + mirror(mask);
    return key < other ? key : other;
}

SEARCH Bucket *bucket_of(Bucket *table, u64 last, u64 key) {
    return table + ((key * 0x9E3779B97F4A7C15ULL >> 20) & last);
}

SEARCH int look_up(Bucket *table, u64 last, u64 key) {
    Bucket b = *bucket_of(table, last, key);
    for (int way = 0; way < 4; way++)
        if (b.entry[way] >> 8 == key) return (int)(b.entry[way] & 0xFF);
    return 0;
}

SEARCH void store(Bucket *table, u64 last, u64 key, int code) {
    Bucket *b = bucket_of(table, last, key);
    u64 carried = key << 8 | code;
    for (int way = 0; way < 4; way++) {
        u64 kept = b->entry[way];
        b->entry[way] = carried;
        if (kept >> 8 == key) return;
        carried = kept;
    }
}

SEARCH u64 safe_moves(u64 mine, u64 mask) {
    u64 theirs = completing(mine ^ mask, mask), cells = (mask + BOTTOM) & BOARD, forced = cells & theirs;
    if (forced) {
        if (forced & (forced - 1)) return 0;
        cells = forced;
    }
    return cells & ~(theirs >> 1);
}

// Sort the moves, best first: the columns, 3 bits each.
SEARCH unsigned sorted(u64 mine, u64 mask, u64 cells) {
    u64 above = completing(mine ^ mask, mask) << 1;
    int m0 = 0, m1 = 0, m2 = 0, m3 = 0, m4 = 0, m5 = 0, m6 = 0;
    for (int rank = 0; rank < 7; rank++) {
        int column = 3 + (rank + 1) / 2 * (rank & 1 ? 1 : -1);
        u64 move = cells & COLUMN(column);
        if (!move) continue;
        u64 wins = completing(mine | move, mask | move) & ~above, after = ((mask | move) + BOTTOM) & BOARD;
        int worth = COUNT(wins & after) + COUNT(wins & (after << 1)) + 2 * COUNT(wins);
        int e = worth << 6 | (7 - rank) << 3 | column, t;
#define SINK(m) if (e > m) { t = m; m = e; e = t; }
        SINK(m0) SINK(m1) SINK(m2) SINK(m3) SINK(m4) SINK(m5)
        m6 = m6 > e ? m6 : e;
    }
    return (m0 & 7) | (m1 & 7) << 3 | (m2 & 7) << 6 | (m3 & 7) << 9 | (m4 & 7) << 12 | (m5 & 7) << 15 |
           (m6 & 7) << 18;
}

// Search with the window (start, start + 1): a bound on the score, on the side where it lies. The mover cannot
// win at once. Void once *stop is set.
SEARCH int decide(u64 mine, u64 mask, int start, Bucket *table, u64 last, u64 *nodes, volatile int *stop) {
    u64 mines[DEPTH], masks[DEPTH];
    unsigned frames[DEPTH];
    int depth = 0, root = COUNT(mask), ply = root;
    for (;;) {
        int value, alpha;
        u64 cells;
        bool known = true;
        for (;;) {  // a forced move is followed at once
            alpha = (ply - root) & 1 ? -start - 1 : start;
            ++*nodes;
            int low = -((CELLS - 2 - ply) / 2), high = (CELLS - 1 - ply) / 2;
            cells = safe_moves(mine, mask);
            if (!cells) value = -((CELLS - ply) / 2);
            else if (ply >= CELLS - 2) value = 0;
            else if (alpha < low) value = low;
            else if (alpha >= high) value = high;
            else if (cells & (cells - 1)) { known = false; value = low; break; }
            else { mine ^= mask; mask |= cells; ply++; continue; }
            break;
        }
        if (!known) {
            if ((*nodes & LOOK_UP_STOP) == 0 && *stop) return 0;
            u64 empty = BOARD ^ mask, theirs = mine ^ mask, key = key_of(mine, mask, ply);
            int code;
            if (alpha >= 0 ? !has_four(mine | empty) || (!((mask + BOTTOM) & HIGH_OF_PAIR) &&
                                                         !has_four(mine | (empty & LOW_OF_PAIR)))
                           : !has_four(theirs | empty)) {
                value = 0;
                known = true;
            } else if ((code = look_up(table, last, key)) != 0) {
                int bound = (code & (LOWER - 1)) + LEAST - 1;
                if (code >= LOWER ? bound > alpha : bound <= alpha) { value = bound; known = true; }
            }
            if (!known) {
                unsigned columns = sorted(mine, mask, cells), count = COUNT(cells);
                if (ply < PROBED)
                    for (unsigned i = 0; i < count && !known; i++) {
                        u64 move = cells & COLUMN(columns >> 3 * i & 7);
                        code = look_up(table, last, key_of(theirs, mask | move, ply + 1));
                        int bound = -(code + LEAST - 1);
                        if (code > 0 && code < LOWER && bound > alpha) {
                            store(table, last, key, bound - LEAST + 1 + LOWER);
                            value = bound;
                            known = true;
                        }
                    }
                if (!known) {
                    mines[depth] = mine;
                    masks[depth] = mask;
                    frames[depth++] = columns | count << 21 | (unsigned)(value + 32) << 24;
                }
            }
        }
        while (known) {  // hand the value back until a frame has a move left to try
            if (depth == 0) return (ply - root) & 1 ? -value : value;
            unsigned frame = frames[depth - 1];
            mine = mines[depth - 1];
            mask = masks[depth - 1];
            int above = COUNT(mask), best = (int)(frame >> 24) - 32;
            if ((ply - above) & 1) value = -value;
            ply = above;
            alpha = (ply - root) & 1 ? -start - 1 : start;
            best = value > best ? value : best;
            if (value > alpha || (frame >> 21 & 7) == 0) {
                store(table, last, key_of(mine, mask, ply), best - LEAST + 1 + (value > alpha ? LOWER : 0));
                value = best;
                depth--;
            } else {
                frames[depth - 1] = (frame & 0xFFFFFF) | (unsigned)(best + 32) << 24;
                known = false;
            }
        }
        unsigned frame = frames[depth - 1];
        frames[depth - 1] = (frame & 0xFF000000) | ((frame >> 21 & 7) - 1) << 21 | (frame & 0x1FFFFF) >> 3;
        u64 move = (mask + BOTTOM) & COLUMN(frame & 7);
        mine ^= mask;
        mask |= move;
        ply++;
    }
}

SEARCH int score_of(u64 mine, u64 mask, Bucket *table, u64 last, u64 *nodes, volatile int *stop) {
    int ply = COUNT(mask), low = -((CELLS - ply) / 2), high = (CELLS + 1 - ply) / 2;
    if (completing(mine, mask) & (mask + BOTTOM)) return high;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (middle <= 0 && low / 2 < middle) middle = low / 2;
        else if (middle >= 0 && high / 2 > middle) middle = high / 2;
        int found = decide(mine, mask, middle, table, last, nodes, stop);
        if (*stop) return UNKNOWN;
        if (found <= middle) high = found;
        else low = found;
    }
    return low;
}

#ifdef __CUDACC__
extern "C" __global__ void solve(const u64 *mine, const u64 *mask, signed char *score, u64 many, Bucket *table,
                                 u64 last, u64 *next, u64 *nodes, volatile int *stop) {
    u64 mine_nodes = 0;
    for (;;) {
        u64 i = atomicAdd(next, 1ULL);
        if (i >= many || *stop) break;
        if (score[i] == UNKNOWN) score[i] = (signed char)score_of(mine[i], mask[i], table, last, &mine_nodes, stop);
    }
    atomicAdd(nodes, mine_nodes);
}
#endif
