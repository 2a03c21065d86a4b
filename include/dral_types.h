/* SPDX-License-Identifier: MIT */
/**
 * \file
 * The structs and enums of dral.h and dral_device.h, for C, C++ and OpenCL C
 * 1.2 to 3.0. The CPU and a kernel can share them in memory, except struct
 * dral_vertex_state_info, which has pointers. Enums are stored as uint32_t.
 *
 * Generated from src/ffi; do not edit.
 */

#ifndef DRAL_TYPES_H
#define DRAL_TYPES_H

#if defined(__OPENCL_C_VERSION__) || defined(__OPENCL_VERSION__) ||           \
   defined(__OPENCL_CPP_VERSION__)
#define DRAL_OPENCL

/* OpenCL C has no stdint.h. A kernel may define these itself, as macros or
 * types; its macros are used, and this file leaves them as they were. */
#ifndef uint8_t
#define DRAL_DEFINES_UINT8_T
#define uint8_t uchar
#endif
#ifndef uint32_t
#define DRAL_DEFINES_UINT32_T
#define uint32_t uint
#endif
#ifndef int32_t
#define DRAL_DEFINES_INT32_T
#define int32_t int
#endif
#ifndef uint64_t
#define DRAL_DEFINES_UINT64_T
#define uint64_t ulong
#endif
#else
#include <stddef.h>
#include <stdint.h>
#endif

/// The number of the newest architecture.
#define DRAL_ARCHITECTURE_LAST 15

/// Variants of a record: one instance, and each odd part of a padded count.
#define DRAL_VERTEX_STATE_VARIANTS 6

/// Maximum number of buffers in a prepared state.
#define DRAL_VERTEX_STATE_BUFFERS 16

/// The buffer of a location without an attribute.
#define DRAL_NO_BUFFER 4294967295u

/// Maximum number of attributes in a prepared state.
#define DRAL_VERTEX_STATE_ELEMENTS 32

/// How the divisor 1 is encoded. Both forms read the same element.
enum dral_divisor_one {
   /// "1D POT Divisor" with a shift of 0, as Gallium writes. The default.
   DRAL_DIVISOR_ONE_POT_DIVISOR = 0,
   /// "1D", as PanVK writes.
   DRAL_DIVISOR_ONE_ONE_DIMENSIONAL = 1,
};

/// Why a call fails. Functions return the negative number.
enum dral_error {
   /// NULL pointer
   DRAL_ERROR_NULL_POINTER = -10001,
   /// array is too long
   DRAL_ERROR_ARRAY_LENGTH = -10002,
   /// output is too small
   DRAL_ERROR_OUTPUT_TOO_SMALL = -10003,
   /// unknown architecture
   DRAL_ERROR_UNKNOWN_ARCHITECTURE = -10004,
   /// unknown padding rule
   DRAL_ERROR_UNKNOWN_PADDING_RULE = -10005,
   /// unknown rounding
   DRAL_ERROR_UNKNOWN_ROUNDING = -10006,
   /// unknown rate
   DRAL_ERROR_UNKNOWN_RATE = -10007,
   /// unknown rule or flag
   DRAL_ERROR_UNKNOWN_FLAG = -10008,
   /// unknown table shape
   DRAL_ERROR_UNKNOWN_TABLE_SHAPE = -10009,
   /// unknown form of divisor 1
   DRAL_ERROR_UNKNOWN_DIVISOR_ONE = -10010,
   /// unused buffer has no record
   DRAL_ERROR_UNUSED_BUFFER = -10011,
   /// packed table has no images
   DRAL_ERROR_IMAGES_IN_PACKED_TABLE = -10012,
   /// more than 16 buffers, or not as prepared
   DRAL_ERROR_BUFFER_COUNT = -10013,
   /// vertex state is not prepared
   DRAL_ERROR_NOT_PREPARED = -10014,
   /// draw is unresolved, not valid or empty
   DRAL_ERROR_NOT_RESOLVED = -10015,
   /// vertex count is 0
   DRAL_ERROR_NO_VERTICES = -10016,
   /// instance count is 0
   DRAL_ERROR_NO_INSTANCES = -10017,
   /// vertices per primitive is 0
   DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE = -10018,
   /// divisor is 0
   DRAL_ERROR_ZERO_DIVISOR = -10019,
   /// descriptor is cut off
   DRAL_ERROR_TRUNCATED_DESCRIPTOR = -10020,
   /// v9 and later have no attribute records
   DRAL_ERROR_NO_ATTRIBUTE_RECORDS = -10021,
   /// only v4 and v5 have id records
   DRAL_ERROR_NO_ID_RECORDS = -10022,
   /// no divisors in descriptors before v9
   DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS = -10023,
   /// divisor is a power of two: shift instead
   DRAL_ERROR_POWER_OF_TWO_DIVISOR = -10024,
   /// not a padded count
   DRAL_ERROR_NOT_A_PADDED_COUNT = -10025,
   /// not a valid descriptor of this kind
   DRAL_ERROR_NOT_A_DESCRIPTOR = -10026,
   /// padded count exceeds 32 bits
   DRAL_ERROR_PADDED_COUNT_RANGE = -10027,
   /// draw exceeds 2^32 threads
   DRAL_ERROR_THREAD_RANGE = -10028,
   /// counts exceed the invocation's 32 bits
   DRAL_ERROR_INVOCATION_RANGE = -10029,
   /// address exceeds 56 bits
   DRAL_ERROR_ADDRESS_RANGE = -10030,
   /// buffer size exceeds 32 bits
   DRAL_ERROR_SIZE_RANGE = -10031,
   /// attribute offset exceeds signed 32 bits
   DRAL_ERROR_OFFSET_RANGE = -10032,
   /// format exceeds 22 bits
   DRAL_ERROR_FORMAT_RANGE = -10033,
   /// table number exceeds 6 bits
   DRAL_ERROR_TABLE_RANGE = -10034,
   /// index range has 2^32 vertices
   DRAL_ERROR_VERTEX_RANGE = -10035,
   /// vertex number exceeds 32 bits
   DRAL_ERROR_START_RANGE = -10036,
   /// slot exceeds 9 bits
   DRAL_ERROR_SLOT_RANGE = -10037,
   /// more than 32 attributes
   DRAL_ERROR_ELEMENT_COUNT = -10038,
   /// idvs is neither no nor yes
   DRAL_ERROR_UNKNOWN_IDVS = -10039,
   /// state and draw differ in architecture or rounding
   DRAL_ERROR_STATE_MISMATCH = -10040,
};

/// Which id is divided, as stored.
enum dral_frequency {
   /// The vertex id.
   DRAL_FREQUENCY_VERTEX = 0,
   /// The instance id.
   DRAL_FREQUENCY_INSTANCE = 1,
};

/// The type of an id record, as stored.
enum dral_id_type {
   /// The vertex id, 0x22.
   DRAL_ID_TYPE_VERTEX = 34,
   /// The instance id, 0x24.
   DRAL_ID_TYPE_INSTANCE = 36,
};

/// Whether a draw uses index-driven vertex shading (IDVS), which changes the
/// padded count of several instances. 0 is an error: a driver that forgets it
/// would get the padded count of other draws.
enum dral_idvs {
   /// The vertex shader is one. On v4 and v5, every draw.
   DRAL_IDVS_NO = 1,
   /// The vertex shader is split into positions and varyings. Also draws
   /// without indices.
   DRAL_IDVS_YES = 2,
};

/// The rule by which a vertex count is padded.
enum dral_padding_rule {
   /// The default, of every shipped Panfrost driver: the smallest number that
   /// is 1, 3, 5, 7 or 9 times a power of two and at least the vertex count;
   /// for 20 vertices and more, greater than it.
   DRAL_PADDING_RULE_DRIVER = 0,
   /// Of instancing.rst: the smallest that is a multiple of four and greater
   /// than the vertex count.
   DRAL_PADDING_RULE_DOCUMENTED = 1,
};

/// The instance primitive size that a driver writes.
enum dral_primitive_size_rule {
   /// 1 with one instance, as Gallium writes. The default.
   DRAL_PRIMITIVE_SIZE_RULE_ONE = 0,
   /// Always the padded count of the primitives, as PanVK writes.
   DRAL_PRIMITIVE_SIZE_RULE_PADDED = 1,
   /// Not written; vertices_per_primitive is not read.
   DRAL_PRIMITIVE_SIZE_RULE_NONE = 2,
};

/// How often an attribute advances. OpenGL's divisor 0 is DRAL_RATE_VERTEX.
enum dral_rate {
   /// Every vertex has its own element.
   DRAL_RATE_VERTEX = 0,
   /// Every `divisor` instances share an element; with 0, all do.
   DRAL_RATE_INSTANCE = 1,
   /// An unused buffer in a table of pairs; on v9 and later a location without
   /// an attribute.
   DRAL_RATE_UNUSED = 2,
};

/// The type of an attribute buffer record, as stored.
enum dral_record_type {
   /// "1D": the linear id is the element.
   DRAL_RECORD_TYPE_ONE_DIMENSIONAL = 1,
   /// "1D POT Divisor": a shift divides.
   DRAL_RECORD_TYPE_POT_DIVISOR = 2,
   /// "1D Modulus": the remainder by the padded count.
   DRAL_RECORD_TYPE_MODULUS = 3,
   /// "1D NPOT Divisor": a magic divisor divides; a continuation follows.
   DRAL_RECORD_TYPE_NPOT_DIVISOR = 4,
};

/// How the reciprocal of a divisor is rounded to 32 bits.
enum dral_rounding {
   /// Down wherever that is exact: instancing.rst and Mesa before 25.1.4. The
   /// default.
   DRAL_ROUNDING_DOCUMENTED = 0,
   /// To nearest, as newer Mesa does.
   DRAL_ROUNDING_NEAREST = 1,
};

/// The arrangement of records in a table.
enum dral_table_shape {
   /// As in Gallium: one after the other, records with a continuation at even
   /// slots. On v6 and v7 a zero slot ends the table.
   DRAL_TABLE_SHAPE_PACKED = 0,
   /// As in PanVK: buffer b at slot 2b. Two slots for each image follow, which
   /// you write, and a zero slot.
   DRAL_TABLE_SHAPE_PAIRS = 1,
};

/// The descriptor of a location that the shader reads but no attribute feeds.
enum dral_unused_location {
   /// Reads return 0. The default. v4 to v7: format CONSTANT with the
   /// component order 0000, as in Gallium. v9 and later: format R16F in table
   /// 17, which no shader has, as in PanVK since commit 6eccd73966.
   DRAL_UNUSED_LOCATION_READS_ZERO = 0,
   /// All words 0, as in PanVK of Mesa 26.2.0-rc1. On v9 and later reads
   /// sometimes return 0001; on v4 to v7 nobody has specified them.
   DRAL_UNUSED_LOCATION_NULL_DESCRIPTOR = 1,
};

/// The type of an attribute, as stored.
enum dral_valhall_type {
   /// A Null Descriptor, all 0, or only a format and a table.
   DRAL_VALHALL_TYPE_NULL = 0,
   /// "1D": the id is the element.
   DRAL_VALHALL_TYPE_ONE_DIMENSIONAL = 1,
   /// "1D POT Divisor": a shift divides.
   DRAL_VALHALL_TYPE_POT_DIVISOR = 2,
   /// "1D NPOT Divisor": a magic divisor divides.
   DRAL_VALHALL_TYPE_NPOT_DIVISOR = 3,
};

/// Words that you keep in memory for later draws, as bits.
enum dral_words {
   /// The table, and on v4 and v5 the id records.
   DRAL_WORDS_TABLE = 1,
   /// The attribute descriptors, on v4 and v5 also for the ids.
   DRAL_WORDS_ATTRIBUTES = 2,
};

/// A record and the slot after it, without the buffer.
struct dral_record_template {
   /// The record, with an address and a size of 0.
   uint32_t first[4];
   /// The continuation, or zeros.
   uint32_t second[4];
};

/// The part of a state for one variant of draws.
struct dral_vertex_state_variant {
   /// The slots of the buffers in a table.
   uint8_t slots[DRAL_VERTEX_STATE_BUFFERS];
   /// Private: at this shift of a draw or more, all threads read one element.
   uint8_t shared_from[DRAL_VERTEX_STATE_BUFFERS];
   /// The slot after the records and images.
   uint32_t end;
   /// Private: below this shift, every record is its template plus the shift.
   uint32_t plain_below;
   /// Private: 0.
   uint32_t padding[2];
   /// The records for a shift of 0.
   struct dral_record_template templates[DRAL_VERTEX_STATE_BUFFERS];
};

/// An attribute without its draw and bound buffer.
struct dral_prepared_element {
   /// Word 0 of its descriptor for slot 0, or of a location without an
   /// attribute.
   uint32_t word;
   /// Its offset within an element of the buffer, in bytes.
   uint32_t source_offset;
   /// Its buffer's index in the state, or DRAL_NO_BUFFER.
   uint32_t buffer;
};

/// What draws with the same vertex buffers and attributes share. Only
/// dral_vertex_state_prepare writes it. You may copy it, move it and read every
/// field that is not private.
struct dral_vertex_state {
   /// Private: the Ascon-Hash256 digest of all inputs.
   uint64_t identity[4];
   /// Private.
   uint32_t seal;
   /// Number of buffers.
   uint32_t buffer_count;
   /// Number of attributes.
   uint32_t element_count;
   /// Private.
   uint32_t terminator;
   /// The strides of per-instance buffers; 0 for others.
   uint32_t instance_strides[DRAL_VERTEX_STATE_BUFFERS];
   /// Private: the bits of a bound buffer in its record, and the bits to which
   /// the shift of a draw is added.
   uint32_t masks[2][4];
   /// By the variant of the draw: table_key / 32 - 1.
   struct dral_vertex_state_variant variants[DRAL_VERTEX_STATE_VARIANTS];
   /// The attributes.
   struct dral_prepared_element elements[DRAL_VERTEX_STATE_ELEMENTS];
};

/// A vertex buffer of a draw.
struct dral_vertex_buffer {
   /// GPU address of the first element, in bytes, below 2^56.
   uint64_t address;
   /// Bytes from the address to the end of the buffer.
   uint64_t size;
   /// Bytes from one element to the next.
   uint32_t stride;
   /// An enum dral_rate.
   uint32_t rate;
   /// Instances per element; 0 if all share one. Not read per vertex.
   uint32_t divisor;
};

/// An attribute.
struct dral_vertex_element {
   /// Its buffer's index in the state, or DRAL_NO_BUFFER; then nothing else is
   /// read.
   uint32_t buffer;
   /// The hardware's format number, 22 bits.
   uint32_t format;
   /// Its offset within an element of the buffer, in bytes.
   uint32_t source_offset;
};

/// Inputs of dral_vertex_state_prepare.
struct dral_vertex_state_info {
   /// The Mali architecture, 4 to 7.
   uint32_t architecture;
   /// An enum dral_rounding.
   uint32_t rounding;
   /// An enum dral_table_shape.
   uint32_t shape;
   /// Images in a table of pairs; otherwise 0.
   uint32_t image_count;
   /// An enum dral_unused_location, for attributes of DRAL_NO_BUFFER.
   uint32_t unused_location;
   /// The vertex buffers. Address and size are not read.
   const struct dral_vertex_buffer *buffers;
   /// At most DRAL_VERTEX_STATE_BUFFERS.
   size_t buffer_count;
   /// The attributes, in the order of their locations.
   const struct dral_vertex_element *elements;
   /// At most DRAL_VERTEX_STATE_ELEMENTS.
   size_t element_count;
};

/// A bound buffer, checked.
struct dral_bound_buffer {
   /// Words 0 and 1: the address, its low half first. Word 2: 0. Word 3: bytes
   /// to the end, from the address rounded down to a multiple of 64.
   uint32_t words[4];
};

/// The inputs of a draw. A plain draw needs only architecture, idvs,
/// vertex_count, instance_count and vertices_per_primitive.
struct dral_draw_info {
   /// The Mali architecture, 4 to 7.
   uint32_t architecture;
   /// An enum dral_padding_rule.
   uint32_t padding_rule;
   /// An enum dral_rounding.
   uint32_t rounding;
   /// An enum dral_idvs, also with one instance; 0 is an error.
   uint32_t idvs;
   /// An enum dral_primitive_size_rule.
   uint32_t primitive_size_rule;
   /// Vertices per instance, unpadded.
   uint32_t vertex_count;
   /// Instances.
   uint32_t instance_count;
   /// Vertices per primitive, at least 1.
   uint32_t vertices_per_primitive;
   /// The first vertex, or the smallest index plus the vertex offset.
   int32_t offset_start;
   /// The first instance.
   uint32_t base_instance;
};

/// A resolved draw. Zero it before you resolve the first draw.
struct dral_draw {
   /// Its inputs; vertices_per_primitive is 0 if it is not read.
   struct dral_draw_info info;
   /// padded_count x instance_count, or 0: an error, or nothing to draw.
   uint64_t threads;
   /// Threads per instance; with one instance, the vertex count.
   uint32_t padded_count;
   /// The instance size: padded_count, or 1 with one instance.
   uint32_t instance_size;
   /// instance_size as its descriptor field stores it.
   uint32_t instance_size_byte;
   /// The padded count of the primitives in padded_count vertices, or 1 or 0
   /// by primitive_size_rule.
   uint32_t instance_primitive_size;
   /// instance_primitive_size as its descriptor field stores it.
   uint32_t instance_primitive_size_byte;
   /// The two invocation words.
   uint32_t invocation[2];
   /// Selects the table: 32 with one instance, instance_size_byte + 64 with
   /// several, 0 without threads.
   uint32_t table_key;
   /// With table_key, selects the attribute offsets: base_instance << 32, plus
   /// the bits of offset_start with several instances.
   uint64_t offset_key;
};

/// The indices of an indexed draw, without restart indices. If it uses none,
/// min_index is above max_index.
struct dral_index_range {
   /// The smallest index used.
   uint32_t min_index;
   /// The largest index used.
   uint32_t max_index;
   /// The vertex offset (base vertex) that the API adds to every index.
   int32_t vertex_offset;
};

/// The vertices of an indexed draw.
struct dral_vertex_range {
   /// The vertex count; 0 if the draw uses no index.
   uint32_t vertex_count;
   /// The smallest index plus the vertex offset, modulo 2^32.
   int32_t offset_start;
   /// The smallest index, negated, modulo 2^32, which the hardware adds to an
   /// index.
   int32_t base_vertex_offset;
};

/// What the newest words of each kind were written for. Keep it in the command
/// buffer, with a pointer to the newest table and one to the newest attribute
/// descriptors. Words that you must write get new memory, because the GPU still
/// reads older ones for earlier draws.
///
/// Zero it when a command buffer begins, and when you free or reuse the memory
/// of the newest words. Nothing else resets it: no error, no submission.
struct dral_written {
   /// A set of enum dral_words: add each when you have written it.
   uint32_t words;
   /// Private.
   uint32_t table_key;
   /// Private.
   uint64_t offset_key;
   /// Private.
   uint64_t identity[4];
   /// Private.
   struct dral_bound_buffer buffers[DRAL_VERTEX_STATE_BUFFERS];
};

/// An attribute descriptor of v4 to v7. The offset is always enabled.
struct dral_attribute_descriptor {
   /// The slot of its record in the table, 9 bits.
   uint32_t slot;
   /// The hardware's format number, 22 bits.
   uint32_t format;
   /// Bytes from the record's pointer to the attribute in element 0.
   int32_t offset;
};

/// The inputs of an attribute descriptor (v9 and later).
struct dral_valhall_source {
   /// The Mali architecture, 9 to DRAL_ARCHITECTURE_LAST.
   uint32_t architecture;
   /// An enum dral_rounding.
   uint32_t rounding;
   /// An enum dral_rate. With DRAL_RATE_UNUSED only the architecture and the
   /// enums are read.
   uint32_t rate;
   /// Instances per element. Ignored for per-vertex data.
   uint32_t divisor;
   /// Bytes from one element to the next.
   uint32_t stride;
   /// The hardware's format number, 22 bits.
   uint32_t format;
   /// The table of the buffer, 6 bits.
   uint32_t table;
   /// The index of the buffer in its table.
   uint32_t buffer_index;
   /// Bytes from the beginning of the buffer to the attribute in element 0.
   int32_t offset;
   /// The first instance. Ignored for per-vertex data.
   uint32_t base_instance;
   /// An enum dral_divisor_one.
   uint32_t divisor_one;
   /// An enum dral_unused_location.
   uint32_t unused_location;
};

/// A divisor as a multiplier. The quotient is exact for every 32-bit id.
struct dral_magic_divisor {
   /// The multiplier without its bit 31, which is always set.
   uint32_t magic;
   /// floor(log2(divisor)), 0 to 31.
   uint32_t shift;
   /// 1 if the hardware adds 1 to the id before it multiplies.
   uint32_t extra_flags;
};

/// An attribute buffer record. Fields that the type does not use are 0.
struct dral_attribute_record {
   /// GPU address in bytes, a multiple of 64 below 2^56.
   uint64_t pointer;
   /// An enum dral_record_type.
   uint32_t type;
   /// Bytes from one element to the next; 0 if all threads share one.
   uint32_t stride;
   /// Bytes from the pointer to the end of the buffer.
   uint32_t size;
   /// R: a shift, 0 to 31.
   uint32_t shift;
   /// P: the odd part of a modulus, 0 to 4.
   uint32_t odd;
   /// E: extra flags of an NPOT divisor, 0 or 1.
   uint32_t extra_flags;
   /// The magic of an NPOT divisor, bit 31 clear.
   uint32_t magic;
   /// The API divisor of an NPOT divisor.
   uint32_t divisor;
};

/// A vertex id or instance id record: the linear id modulo `(2 * odd + 1) <<
/// shift`, or divided by the padded count. Fields that the type does not use
/// are 0.
struct dral_id_record {
   /// An enum dral_id_type.
   uint32_t type;
   /// R: a shift, 0 to 31.
   uint32_t shift;
   /// P: the odd part of the modulus, 0 to 4.
   uint32_t odd;
   /// E: the extra flags of the divisor, 0 or 1.
   uint32_t extra_flags;
   /// The magic of the divisor, bit 31 clear.
   uint32_t magic;
};

/// A padded count with its two factors: `(2 * odd + 1) << shift`.
struct dral_padded_count {
   /// The padded count in vertices, or 0.
   uint32_t count;
   /// 0 to 31; 0 if the count is 0.
   uint32_t shift;
   /// 0 to 4 for 1, 3, 5, 7, 9.
   uint32_t odd;
};

/// An attribute descriptor of v9 and later. Fields that the type does not use
/// are 0.
struct dral_valhall_attribute {
   /// An enum dral_valhall_type.
   uint32_t type;
   /// An enum dral_frequency.
   uint32_t frequency;
   /// 1 if the hardware adds the draw's offset to the id.
   uint32_t offset_enable;
   /// The format, 22 bits.
   uint32_t format;
   /// The table of the buffer, 6 bits.
   uint32_t table;
   /// The index of the buffer in its table.
   uint32_t buffer_index;
   /// Bytes from one element to the next; 0 if all threads share one.
   uint32_t stride;
   /// Bytes from the beginning of the buffer to the attribute.
   int32_t offset;
   /// R: a shift, 0 to 31.
   uint32_t shift;
   /// E: extra flags of an NPOT divisor, 0 or 1.
   uint32_t extra_flags;
   /// The magic of an NPOT divisor, bit 31 clear.
   uint32_t magic;
};

#ifdef DRAL_DEFINES_UINT8_T
#undef DRAL_DEFINES_UINT8_T
#undef uint8_t
#endif
#ifdef DRAL_DEFINES_UINT32_T
#undef DRAL_DEFINES_UINT32_T
#undef uint32_t
#endif
#ifdef DRAL_DEFINES_INT32_T
#undef DRAL_DEFINES_INT32_T
#undef int32_t
#endif
#ifdef DRAL_DEFINES_UINT64_T
#undef DRAL_DEFINES_UINT64_T
#undef uint64_t
#endif

#endif /* DRAL_TYPES_H */
