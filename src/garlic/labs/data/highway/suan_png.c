/* Reads PNG files of 8 bits a channel that are not interlaced, and writes them uncompressed. Compiles
 * as C and as C++. */
#include "suan_png.h"

typedef unsigned char byte;

static const byte signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
static const int largest = 1 << 14; /* pixels, both ways */

void init_PNG(struct PNG* p) {
    p->image = NULL;
    p->width = p->height = 0;
}

void delete_PNG(struct PNG* p) {
    free(p->image);
    init_PNG(p);
}

struct PXL* get_PXL(struct PNG* p, int x, int y) {
    if (x < 0 || y < 0 || x >= p->width || y >= p->height) return NULL;
    return p->image + (size_t)y * p->width + x;
}

static unsigned number(const byte* at) {
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* ---- Inflate (RFC 1951) ---- */

struct bits {
    const byte* from;
    size_t size, place;
    unsigned held;
    int count, failed;
};

struct codes {
    short count[16], symbol[288]; /* codes of each length; symbols in the order of their codes */
};

static int take(struct bits* in, int want) {
    while (in->count < want) {
        if (in->place >= in->size) {
            in->failed = 1;
            return 0;
        }
        in->held |= (unsigned)in->from[in->place++] << in->count;
        in->count += 8;
    }
    const int value = (int)(in->held & ((1u << want) - 1));
    in->held >>= want;
    in->count -= want;
    return value;
}

static void make_codes(struct codes* made, const byte* lengths, int count) {
    short next[16];
    memset(made, 0, sizeof *made);
    for (int symbol = 0; symbol < count; symbol++) made->count[lengths[symbol]]++;
    made->count[0] = 0;
    next[0] = next[1] = 0;
    for (int length = 1; length < 15; length++) next[length + 1] = (short)(next[length] + made->count[length]);
    for (int symbol = 0; symbol < count; symbol++)
        if (lengths[symbol]) made->symbol[next[lengths[symbol]]++] = (short)symbol;
}

static int symbol_of(struct bits* in, const struct codes* codes) {
    int code = 0, first = 0, index = 0;
    for (int length = 1; length < 16 && !in->failed; length++) {
        code |= take(in, 1);
        if (code - codes->count[length] < first) return codes->symbol[index + code - first];
        index += codes->count[length];
        first = (first + codes->count[length]) << 1;
        code <<= 1;
    }
    in->failed = 1;
    return 0;
}

static void read_lengths(struct bits* in, struct codes* literals, struct codes* distances) {
    static const byte order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    byte lengths[320] = {0};
    const int all = take(in, 5) + 257, far = take(in, 5) + 1, few = take(in, 4) + 4;
    struct codes codes;
    for (int place = 0; place < few; place++) lengths[order[place]] = (byte)take(in, 3);
    make_codes(&codes, lengths, 19);
    if (all > 286 || far > 30) in->failed = 1;
    memset(lengths, 0, sizeof lengths);
    for (int place = 0; place < all + far && !in->failed;) {
        const int symbol = symbol_of(in, &codes);
        int repeat = 1;
        byte length = (byte)symbol;
        if (symbol == 16) {
            if (place == 0) in->failed = 1;
            length = place ? lengths[place - 1] : 0;
            repeat = 3 + take(in, 2);
        } else if (symbol > 16) {
            length = 0;
            repeat = symbol == 17 ? 3 + take(in, 3) : 11 + take(in, 7);
        }
        if (place + repeat > all + far) in->failed = 1;
        while (repeat-- && place < all + far) lengths[place++] = length;
    }
    make_codes(literals, lengths, all);
    make_codes(distances, lengths + all, far);
}

static void fixed_codes(struct codes* literals, struct codes* distances) {
    byte lengths[288];
    for (int symbol = 0; symbol < 288; symbol++)
        lengths[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
    make_codes(literals, lengths, 288);
    memset(lengths, 5, 30);
    make_codes(distances, lengths, 30);
}

/* Fills `out` completely; returns whether that was possible. */
static int inflate_to(struct bits* in, byte* out, size_t size) {
    static const short base[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                   31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    size_t done = 0;
    int last = 0;
    while (!last && !in->failed) {
        last = take(in, 1);
        const int kind = take(in, 2);
        if (kind == 0) {
            in->held = 0;
            in->count = 0;
            int length = take(in, 8);
            length |= take(in, 8) << 8;
            take(in, 8);
            take(in, 8);
            while (length-- && !in->failed && done < size) out[done++] = (byte)take(in, 8);
            continue;
        }
        struct codes literals, distances;
        if (kind == 1) fixed_codes(&literals, &distances);
        else if (kind == 2) read_lengths(in, &literals, &distances);
        else return 0;
        while (!in->failed) {
            int symbol = symbol_of(in, &literals);
            if (symbol == 256) break;
            if (done >= size) return 0;
            if (symbol < 256) {
                out[done++] = (byte)symbol;
                continue;
            }
            symbol -= 257;
            if (symbol > 28) return 0;
            const int more = symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1;
            int length = base[symbol] + take(in, more);
            const int far = symbol_of(in, &distances);
            if (far > 29) return 0;
            const int extra = far < 4 ? 0 : far / 2 - 1;
            const size_t start = far < 4 ? (size_t)far + 1 : ((size_t)(2 + far % 2) << extra) + 1;
            const size_t distance = start + (size_t)take(in, extra);
            if (distance > done) return 0;
            for (; length-- && done < size; done++) out[done] = out[done - distance];
        }
    }
    return !in->failed && done == size;
}

/* ---- The file ---- */

static int paeth(int a, int b, int c) {
    const int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/* Undoes the filters of `rows`, which stay `stride` + 1 bytes long. */
static int unfilter(byte* rows, int height, size_t stride, size_t pixel) {
    for (int y = 0; y < height; y++) {
        byte* row = rows + (stride + 1) * (size_t)y + 1;
        const byte* up = y ? row - stride - 1 : NULL;
        const int filter = row[-1];
        if (filter > 4) return 0;
        for (size_t x = 0; x < stride; x++) {
            const int a = x >= pixel ? row[x - pixel] : 0, b = up ? up[x] : 0;
            const int c = up && x >= pixel ? up[x - pixel] : 0;
            const int guess = filter == 0   ? 0
                              : filter == 1 ? a
                              : filter == 2 ? b
                              : filter == 3 ? (a + b) / 2
                                            : paeth(a, b, c);
            row[x] = (byte)(row[x] + guess);
        }
    }
    return 1;
}

static byte* whole_file(const char* name, size_t* size) {
    FILE* file = fopen(name, "rb");
    byte* content = NULL;
    *size = 0;
    if (!file) return NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        const long length = ftell(file);
        rewind(file);
        content = length > 0 ? (byte*)malloc((size_t)length) : NULL;
        if (content) *size = fread(content, 1, (size_t)length, file);
    }
    fclose(file);
    return content;
}

static int refused(const char* name, const char* why) {
    fprintf(stderr, "%s: %s\n", name, why);
    return 1;
}

static struct PXL pixel_at(const byte* at, int kind, const byte* palette) {
    struct PXL p;
    if (kind == 3) {
        at = palette + 3 * *at;
        kind = 2;
    }
    if (kind == 2 || kind == 6) init_pxl2(&p, at[0], at[1], at[2], kind == 6 ? at[3] : 255);
    else init_pxl2(&p, at[0], at[0], at[0], kind == 4 ? at[1] : 255);
    return p;
}

/* Decodes `packed`, the joined IDAT chunks, to the picture. */
static int decoded(struct PNG* p, const byte* packed, size_t size, const byte* head, const byte* palette) {
    static const byte channels[7] = {1, 0, 3, 1, 2, 0, 4};
    const int width = (int)number(head), height = (int)number(head + 4), kind = head[9];
    const size_t pixel = channels[kind], stride = pixel * (size_t)width;
    byte* rows = (byte*)malloc((stride + 1) * (size_t)height);
    struct PXL* image = (struct PXL*)malloc((size_t)width * (size_t)height * sizeof *image);
    struct bits in = {packed, size, 2, 0, 0, 0}; /* behind the two bytes of zlib's head */
    const int good =
        rows && image && inflate_to(&in, rows, (stride + 1) * (size_t)height) && unfilter(rows, height, stride, pixel);
    for (size_t place = 0; good && place < (size_t)width * (size_t)height; place++) {
        const size_t y = place / (size_t)width, x = place % (size_t)width;
        image[place] = pixel_at(rows + (stride + 1) * y + 1 + pixel * x, kind, palette);
    }
    free(rows);
    if (!good) {
        free(image);
        return 0;
    }
    delete_PNG(p);
    p->image = image;
    p->width = width;
    p->height = height;
    return 1;
}

int load(struct PNG* p, const char* file_name) {
    const size_t joined = 8 + 25; /* where the compressed bytes go */
    size_t size, packed = 0;
    byte* content = whole_file(file_name, &size);
    if (!content) return refused(file_name, "cannot be read");
    byte palette[768] = {0};
    const byte* head = NULL;
    const char* why = size < 8 || memcmp(content, signature, 8) != 0 ? "not a PNG file" : NULL;
    for (size_t at = 8; !why && at + 12 <= size;) {
        const size_t length = number(content + at);
        const byte *kind = content + at + 4, *body = kind + 4;
        if (length > size - at - 12) break;
        if (memcmp(kind, "IHDR", 4) == 0 && length == 13 && at == 8) head = body;
        if (memcmp(kind, "PLTE", 4) == 0 && length <= 768) memcpy(palette, body, length);
        if (memcmp(kind, "IDAT", 4) == 0 && head) { /* joined right behind the first chunk */
            memmove(content + joined + packed, body, length);
            packed += length;
        }
        at += length + 12;
    }
    if (!why) {
        const int known = head && head[8] == 8 && head[9] <= 6 && head[9] != 1 && head[9] != 5 && head[12] == 0;
        if (!known) why = "expected a PNG file with 8 bits a channel that is not interlaced";
        else if (number(head) - 1 >= (unsigned)largest || number(head + 4) - 1 >= (unsigned)largest)
            why = "the picture is empty or too large";
    }
    if (!why && !decoded(p, content + joined, packed, head, palette)) why = "the PNG file is damaged";
    free(content);
    return why ? refused(file_name, why) : 0;
}

/* ---- Writing ---- */

struct writer {
    FILE* file;
    unsigned crc, a, b; /* of the chunk; of all bytes of the picture */
};

static void put(struct writer* to, const byte* bytes, size_t count) {
    for (size_t place = 0; place < count; place++) {
        to->crc ^= bytes[place];
        for (int bit = 0; bit < 8; bit++) to->crc = to->crc >> 1 ^ (to->crc & 1 ? 0xEDB88320u : 0);
    }
    fwrite(bytes, 1, count, to->file);
}

static void put_number(struct writer* to, unsigned value) {
    const byte bytes[4] = {(byte)(value >> 24), (byte)(value >> 16), (byte)(value >> 8), (byte)value};
    put(to, bytes, 4);
}

static void begin(struct writer* to, const char* kind, size_t length) {
    put_number(to, (unsigned)length);
    to->crc = 0xFFFFFFFFu;
    put(to, (const byte*)kind, 4);
}

static void end(struct writer* to) { put_number(to, ~to->crc); }

/* One row as a block of its own: RGBA, no filter. */
static void put_row(struct writer* to, const struct PXL* row, int width, int last) {
    const unsigned length = 4 * (unsigned)width + 1;
    const byte block[6] = {(byte)last, (byte)length, (byte)(length >> 8), (byte)~length, (byte)(~length >> 8), 0};
    put(to, block, 6);
    to->b = (to->b + to->a) % 65521; /* for the filter's 0 */
    for (int x = 0; x < width; x++) {
        const byte pixel[4] = {row[x].red, row[x].green, row[x].blue, row[x].alpha};
        put(to, pixel, 4);
        for (int channel = 0; channel < 4; channel++) {
            to->a = (to->a + pixel[channel]) % 65521;
            to->b = (to->b + to->a) % 65521;
        }
    }
}

int save(struct PNG* p, const char* file_name) {
    static const byte format[5] = {8, 6, 0, 0, 0}, head[2] = {0x78, 0x01};
    if (!p->image || p->width < 1 || p->height < 1 || p->width >= largest)
        return refused(file_name, "the picture is empty or too large");
    struct writer to = {fopen(file_name, "wb"), 0, 1, 0};
    if (!to.file) return refused(file_name, "cannot be written");
    put(&to, signature, 8);
    begin(&to, "IHDR", 13);
    put_number(&to, (unsigned)p->width);
    put_number(&to, (unsigned)p->height);
    put(&to, format, 5);
    end(&to);
    begin(&to, "IDAT", 2 + (size_t)p->height * (4 * (size_t)p->width + 6) + 4);
    put(&to, head, 2);
    for (int y = 0; y < p->height; y++) put_row(&to, p->image + (size_t)y * p->width, p->width, y + 1 == p->height);
    put_number(&to, to.b << 16 | to.a);
    end(&to);
    begin(&to, "IEND", 0);
    end(&to);
    return fclose(to.file) ? refused(file_name, "cannot be written") : 0;
}
