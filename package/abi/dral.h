/* SPDX-License-Identifier: MIT */
/* The C interface of dral 0.5.0, libdral.so.1. */
#include <stddef.h>
#include <stdint.h>
#define DRAL_ARCHITECTURE_LAST 15
#define DRAL_VERTEX_STATE_VARIANTS 6
#define DRAL_VERTEX_STATE_BUFFERS 16
#define DRAL_NO_BUFFER 4294967295u
#define DRAL_VERTEX_STATE_ELEMENTS 32
enum dral_divisor_one {
   DRAL_DIVISOR_ONE_POT_DIVISOR = 0,
   DRAL_DIVISOR_ONE_ONE_DIMENSIONAL = 1,
};
enum dral_error {
   DRAL_ERROR_NULL_POINTER = -10001,
   DRAL_ERROR_ARRAY_LENGTH = -10002,
   DRAL_ERROR_OUTPUT_TOO_SMALL = -10003,
   DRAL_ERROR_UNKNOWN_ARCHITECTURE = -10004,
   DRAL_ERROR_UNKNOWN_PADDING_RULE = -10005,
   DRAL_ERROR_UNKNOWN_ROUNDING = -10006,
   DRAL_ERROR_UNKNOWN_RATE = -10007,
   DRAL_ERROR_UNKNOWN_FLAG = -10008,
   DRAL_ERROR_UNKNOWN_TABLE_SHAPE = -10009,
   DRAL_ERROR_UNKNOWN_DIVISOR_ONE = -10010,
   DRAL_ERROR_UNUSED_BUFFER = -10011,
   DRAL_ERROR_IMAGES_IN_PACKED_TABLE = -10012,
   DRAL_ERROR_BUFFER_COUNT = -10013,
   DRAL_ERROR_NOT_PREPARED = -10014,
   DRAL_ERROR_NOT_RESOLVED = -10015,
   DRAL_ERROR_NO_VERTICES = -10016,
   DRAL_ERROR_NO_INSTANCES = -10017,
   DRAL_ERROR_NO_VERTICES_PER_PRIMITIVE = -10018,
   DRAL_ERROR_ZERO_DIVISOR = -10019,
   DRAL_ERROR_TRUNCATED_DESCRIPTOR = -10020,
   DRAL_ERROR_NO_ATTRIBUTE_RECORDS = -10021,
   DRAL_ERROR_NO_ID_RECORDS = -10022,
   DRAL_ERROR_NO_ATTRIBUTE_DESCRIPTORS = -10023,
   DRAL_ERROR_POWER_OF_TWO_DIVISOR = -10024,
   DRAL_ERROR_NOT_A_PADDED_COUNT = -10025,
   DRAL_ERROR_NOT_A_DESCRIPTOR = -10026,
   DRAL_ERROR_PADDED_COUNT_RANGE = -10027,
   DRAL_ERROR_THREAD_RANGE = -10028,
   DRAL_ERROR_INVOCATION_RANGE = -10029,
   DRAL_ERROR_ADDRESS_RANGE = -10030,
   DRAL_ERROR_SIZE_RANGE = -10031,
   DRAL_ERROR_OFFSET_RANGE = -10032,
   DRAL_ERROR_FORMAT_RANGE = -10033,
   DRAL_ERROR_TABLE_RANGE = -10034,
   DRAL_ERROR_VERTEX_RANGE = -10035,
   DRAL_ERROR_START_RANGE = -10036,
   DRAL_ERROR_SLOT_RANGE = -10037,
   DRAL_ERROR_ELEMENT_COUNT = -10038,
};
enum dral_frequency {
   DRAL_FREQUENCY_VERTEX = 0,
   DRAL_FREQUENCY_INSTANCE = 1,
};
enum dral_id_type {
   DRAL_ID_TYPE_VERTEX = 34,
   DRAL_ID_TYPE_INSTANCE = 36,
};
enum dral_padding_rule {
   DRAL_PADDING_RULE_DRIVER = 0,
   DRAL_PADDING_RULE_DOCUMENTED = 1,
};
enum dral_primitive_size_rule {
   DRAL_PRIMITIVE_SIZE_RULE_ONE = 0,
   DRAL_PRIMITIVE_SIZE_RULE_PADDED = 1,
   DRAL_PRIMITIVE_SIZE_RULE_NONE = 2,
};
enum dral_rate {
   DRAL_RATE_VERTEX = 0,
   DRAL_RATE_INSTANCE = 1,
   DRAL_RATE_UNUSED = 2,
};
enum dral_record_type {
   DRAL_RECORD_TYPE_ONE_DIMENSIONAL = 1,
   DRAL_RECORD_TYPE_POT_DIVISOR = 2,
   DRAL_RECORD_TYPE_MODULUS = 3,
   DRAL_RECORD_TYPE_NPOT_DIVISOR = 4,
};
enum dral_rounding {
   DRAL_ROUNDING_DOCUMENTED = 0,
   DRAL_ROUNDING_NEAREST = 1,
};
enum dral_table_shape {
   DRAL_TABLE_SHAPE_PACKED = 0,
   DRAL_TABLE_SHAPE_PAIRS = 1,
};
enum dral_unused_location {
   DRAL_UNUSED_LOCATION_INVALID_TABLE = 0,
   DRAL_UNUSED_LOCATION_NULL_DESCRIPTOR = 1,
};
enum dral_valhall_type {
   DRAL_VALHALL_TYPE_NULL = 0,
   DRAL_VALHALL_TYPE_ONE_DIMENSIONAL = 1,
   DRAL_VALHALL_TYPE_POT_DIVISOR = 2,
   DRAL_VALHALL_TYPE_NPOT_DIVISOR = 3,
};
enum dral_words {
   DRAL_WORDS_TABLE = 1,
   DRAL_WORDS_ATTRIBUTES = 2,
};
struct dral_record_template {
   uint32_t first[4];
   uint32_t second[4];
};
struct dral_vertex_state_variant {
   uint8_t slots[DRAL_VERTEX_STATE_BUFFERS];
   uint8_t shared_from[DRAL_VERTEX_STATE_BUFFERS];
   uint32_t end;
   uint32_t plain_below;
   uint32_t padding[2];
   struct dral_record_template templates[DRAL_VERTEX_STATE_BUFFERS];
};
struct dral_prepared_element {
   uint32_t word;
   uint32_t source_offset;
   uint32_t buffer;
};
struct dral_vertex_state {
   uint64_t checksum;
   uint32_t seal;
   uint32_t buffer_count;
   uint32_t element_count;
   uint32_t terminator;
   uint32_t instance_strides[DRAL_VERTEX_STATE_BUFFERS];
   uint32_t masks[2][4];
   struct dral_vertex_state_variant variants[DRAL_VERTEX_STATE_VARIANTS];
   struct dral_prepared_element elements[DRAL_VERTEX_STATE_ELEMENTS];
};
struct dral_vertex_buffer {
   uint64_t address;
   uint64_t size;
   uint32_t stride;
   uint32_t rate;
   uint32_t divisor;
};
struct dral_vertex_element {
   uint32_t buffer;
   uint32_t format;
   uint32_t source_offset;
};
struct dral_vertex_state_info {
   uint32_t architecture;
   uint32_t rounding;
   uint32_t shape;
   uint32_t image_count;
   const struct dral_vertex_buffer *buffers;
   size_t buffer_count;
   const struct dral_vertex_element *elements;
   size_t element_count;
};
struct dral_bound_buffer {
   uint32_t words[4];
};
struct dral_draw_info {
   uint32_t architecture;
   uint32_t padding_rule;
   uint32_t rounding;
   uint32_t idvs;
   uint32_t primitive_size_rule;
   uint32_t vertex_count;
   uint32_t instance_count;
   uint32_t vertices_per_primitive;
   int32_t offset_start;
   uint32_t base_instance;
};
struct dral_draw {
   struct dral_draw_info info;
   uint64_t threads;
   uint32_t padded_count;
   uint32_t instance_size;
   uint32_t instance_size_byte;
   uint32_t instance_primitive_size;
   uint32_t instance_primitive_size_byte;
   uint32_t invocation[2];
   uint32_t table_key;
   uint64_t offset_key;
};
struct dral_index_range {
   uint32_t min_index;
   uint32_t max_index;
   int32_t vertex_offset;
};
struct dral_vertex_range {
   uint32_t vertex_count;
   int32_t offset_start;
   int32_t base_vertex_offset;
};
struct dral_written {
   uint32_t words;
   uint32_t table_key;
   uint64_t offset_key;
   uint64_t checksum;
   uint32_t rounding;
   uint32_t padding;
   struct dral_bound_buffer buffers[DRAL_VERTEX_STATE_BUFFERS];
};
struct dral_valhall_source {
   uint32_t architecture;
   uint32_t rounding;
   uint32_t rate;
   uint32_t divisor;
   uint32_t stride;
   uint32_t format;
   uint32_t table;
   uint32_t buffer_index;
   int32_t offset;
   uint32_t base_instance;
   uint32_t divisor_one;
   uint32_t unused_location;
};
struct dral_magic_divisor {
   uint32_t magic;
   uint32_t shift;
   uint32_t extra_flags;
};
struct dral_attribute_descriptor {
   uint32_t slot;
   uint32_t format;
   int32_t offset;
};
struct dral_attribute_record {
   uint64_t pointer;
   uint32_t type;
   uint32_t stride;
   uint32_t size;
   uint32_t shift;
   uint32_t odd;
   uint32_t extra_flags;
   uint32_t magic;
   uint32_t divisor;
};
struct dral_id_record {
   uint32_t type;
   uint32_t shift;
   uint32_t odd;
   uint32_t extra_flags;
   uint32_t magic;
};
struct dral_padded_count {
   uint32_t count;
   uint32_t shift;
   uint32_t odd;
};
struct dral_valhall_attribute {
   uint32_t type;
   uint32_t frequency;
   uint32_t offset_enable;
   uint32_t format;
   uint32_t table;
   uint32_t buffer_index;
   uint32_t stride;
   int32_t offset;
   uint32_t shift;
   uint32_t extra_flags;
   uint32_t magic;
};
uint32_t dral_version(void);
const char *dral_error_text(int error);
int dral_vertex_state_prepare(struct dral_vertex_state *state,
                              const struct dral_vertex_state_info *info);
int dral_bound_buffer_init(struct dral_bound_buffer *bound,
                           uint64_t address,
                           uint64_t size);
int dral_draw_resolve(struct dral_draw *draw,
                      const struct dral_draw_info *info);
int dral_index_range_resolve(const struct dral_index_range *range,
                             struct dral_vertex_range *vertices);
int dral_words_to_write(struct dral_written *written,
                        const struct dral_vertex_state *state,
                        const struct dral_draw *draw,
                        const struct dral_bound_buffer *buffers,
                        size_t buffer_count);
int dral_vertex_state_table(const struct dral_vertex_state *state,
                            const struct dral_draw *draw,
                            const struct dral_bound_buffer *buffers,
                            size_t buffer_count,
                            uint32_t *words,
                            size_t capacity);
int dral_vertex_state_attributes(const struct dral_vertex_state *state,
                                 const struct dral_draw *draw,
                                 const struct dral_bound_buffer *buffers,
                                 size_t buffer_count,
                                 uint32_t *words,
                                 size_t capacity);
int dral_vertex_state_end(const struct dral_vertex_state *state,
                          const struct dral_draw *draw);
int dral_id_records(const struct dral_draw *draw,
                    uint32_t *words);
int dral_valhall_attribute(const struct dral_valhall_source *source,
                           uint32_t *words);
uint32_t dral_padded_vertex_count(uint32_t vertex_count);
int dral_magic_divisor(uint32_t divisor,
                       uint32_t rounding,
                       struct dral_magic_divisor *out);
enum dral_descriptor_binding_flag {
   DRAL_DESCRIPTOR_BINDING_FLAG_VARIABLE_DESCRIPTOR_COUNT = 8,
};
enum dral_descriptor_data {
   DRAL_DESCRIPTOR_DATA_BTI_SURFACE = 1,
   DRAL_DESCRIPTOR_DATA_BTI_SAMPLER = 2,
   DRAL_DESCRIPTOR_DATA_BUFFER_VIEW = 4,
   DRAL_DESCRIPTOR_DATA_INLINE_UNIFORM = 8,
   DRAL_DESCRIPTOR_DATA_INDIRECT_ADDRESS_RANGE = 16,
   DRAL_DESCRIPTOR_DATA_INDIRECT_SAMPLED_IMAGE = 32,
   DRAL_DESCRIPTOR_DATA_INDIRECT_STORAGE_IMAGE = 64,
   DRAL_DESCRIPTOR_DATA_SURFACE = 128,
   DRAL_DESCRIPTOR_DATA_SAMPLER = 256,
   DRAL_DESCRIPTOR_DATA_SURFACE_SAMPLER = 512,
};
enum dral_descriptor_type {
   DRAL_DESCRIPTOR_TYPE_SAMPLER = 0,
   DRAL_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER = 1,
   DRAL_DESCRIPTOR_TYPE_SAMPLED_IMAGE = 2,
   DRAL_DESCRIPTOR_TYPE_STORAGE_IMAGE = 3,
   DRAL_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER = 4,
   DRAL_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER = 5,
   DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER = 6,
   DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER = 7,
   DRAL_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC = 8,
   DRAL_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC = 9,
   DRAL_DESCRIPTOR_TYPE_INPUT_ATTACHMENT = 10,
   DRAL_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK = 1000138000,
   DRAL_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE = 1000150000,
   DRAL_DESCRIPTOR_TYPE_MUTABLE = 1000351000,
};
enum dral_descriptor_layout_error {
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MODEL = -10101,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_MESA = -10102,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_VERSION = -10103,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_INDEX_UNIT = -10104,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_ALIGNMENT = -10105,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_BINDING_ORDER = -10106,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_PLANE_COUNT = -10107,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_SIZE = -10108,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_TYPE = -10109,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_BINDING = -10110,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_VARIABLE_COUNT = -10111,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_EMBEDDED_MEMORY = -10112,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_IN_BINDING = -10113,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_LAYOUT = -10114,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_MISALIGNED = -10115,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_BEYOND_SHORT_OFFSET = -10116,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NOT_A_BUFFER = -10117,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_BEYOND_BUFFER = -10118,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_POOLS = -10119,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_INLINE_LIMIT = -10120,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_SIZE_LIMIT = -10121,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_DYNAMIC_LIMIT = -10122,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_PUSH_LIMIT = -10123,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_SET_LIMIT = -10124,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_SIZE_RANGE = -10125,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_COUNT_RANGE = -10126,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_HANDLE_RANGE = -10127,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_UNKNOWN_TYPE = -10128,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_MUTABLE_REFUSED = -10129,
   DRAL_DESCRIPTOR_LAYOUT_ERROR_NO_VARIABLE_COUNT = -10130,
};
enum dral_mesa_release {
   DRAL_MESA_RELEASE_V24_3 = 2403,
   DRAL_MESA_RELEASE_V26_2 = 2602,
};
enum dral_descriptor_model {
   DRAL_DESCRIPTOR_MODEL_ANV_INDIRECT = 1,
   DRAL_DESCRIPTOR_MODEL_ANV_DIRECT = 2,
   DRAL_DESCRIPTOR_MODEL_ANV_BUFFER = 3,
   DRAL_DESCRIPTOR_MODEL_PANVK = 4,
};
enum dral_descriptor_set_flag {
   DRAL_DESCRIPTOR_SET_FLAG_PUSH_DESCRIPTOR = 1,
   DRAL_DESCRIPTOR_SET_FLAG_DESCRIPTOR_BUFFER = 16,
   DRAL_DESCRIPTOR_SET_FLAG_EMBEDDED_IMMUTABLE_SAMPLERS = 32,
};
enum dral_descriptor_table_flag {
   DRAL_DESCRIPTOR_TABLE_FLAG_POOLS = 1,
   DRAL_DESCRIPTOR_TABLE_FLAG_EMBEDDED_SAMPLERS = 2,
   DRAL_DESCRIPTOR_TABLE_FLAG_UNIT_POOLS = 4,
   DRAL_DESCRIPTOR_TABLE_FLAG_BINDING_TABLE = 8,
};
enum dral_descriptor_type_flag {
   DRAL_DESCRIPTOR_TYPE_FLAG_NOT_MUTABLE = 1,
};
struct dral_descriptor_type_layout {
   uint32_t descriptor_type;
   uint32_t flags;
   uint32_t data;
   uint32_t max_planes;
   uint32_t surface_size;
   uint32_t surface_sampler_size;
   uint32_t surface_alignment;
   uint32_t sampler_size;
   uint32_t sampler_alignment;
};
struct dral_descriptor_rules {
   uint32_t model;
   uint32_t set_flags;
   uint32_t flags;
   uint32_t set_alignment;
   uint32_t pool_alignment;
   uint32_t index_unit;
   uint32_t uniform_range_alignment;
   uint32_t inline_header_size;
   uint32_t inline_size_alignment;
   uint32_t max_planes;
   uint32_t max_set_size;
   uint32_t max_set_dynamic_buffers;
   uint32_t max_inline_size;
   uint32_t max_push_descriptors;
   uint32_t max_sets;
   uint32_t max_dynamic_buffers;
   uint32_t max_variable_count;
   uint32_t max_variable_inline_size;
   uint32_t max_binding_table_entries;
};
struct dral_descriptor_table {
   const struct dral_descriptor_type_layout *types;
   size_t type_count;
   struct dral_descriptor_rules rules;
};
struct dral_descriptor_binding_layout {
   uint32_t data;
   uint32_t array_size;
   uint32_t plane_count;
   uint32_t descriptor_index;
   uint32_t dynamic_offset_index;
   uint32_t buffer_view_index;
   uint32_t surface_offset;
   uint32_t surface_stride;
   uint32_t surface_size;
   uint32_t sampler_offset;
   uint32_t sampler_stride;
   uint32_t sampler_size;
   uint32_t descriptor_type;
   uint32_t binding_flags;
   uint32_t first_immutable_sampler;
   uint32_t immutable_sampler_count;
};
struct dral_descriptor_element {
   uint32_t surface_offset;
   uint32_t sampler_offset;
};
struct dral_descriptor_immutable_sampler {
   uint8_t plane_count;
   uint8_t own_chroma_filter;
};
struct dral_descriptor_binding {
   const uint32_t *mutable_types;
   size_t mutable_type_count;
   const struct dral_descriptor_immutable_sampler *immutable_samplers;
   size_t immutable_sampler_count;
   uint32_t binding;
   uint32_t descriptor_type;
   uint32_t descriptor_count;
   uint32_t stage_flags;
   uint32_t binding_flags;
};
struct dral_descriptor_set_layout {
   uint32_t model;
   uint32_t table_flags;
   uint32_t set_flags;
   uint32_t binding_count;
   uint32_t descriptor_count;
   uint32_t buffer_view_count;
   uint32_t dynamic_offset_count;
   uint32_t surface_size;
   uint32_t sampler_size;
   uint32_t embedded_sampler_count;
   uint32_t immutable_sampler_count;
};
struct dral_descriptor_set_support {
   uint32_t supported;
   uint32_t max_variable_count;
};
struct dral_descriptor_set_size {
   uint32_t surface_size;
   uint32_t sampler_size;
   uint32_t descriptor_count;
   uint32_t buffer_view_count;
};
struct dral_descriptor_pool_part {
   const uint32_t *mutable_types;
   size_t mutable_type_count;
   uint32_t descriptor_type;
   uint32_t descriptor_count;
};
struct dral_descriptor_pool_size {
   uint64_t surface_size;
   uint64_t sampler_size;
};
struct dral_descriptor_heap {
   uint32_t sampler_size;
   uint32_t sampler_alignment;
   uint32_t image_size;
   uint32_t image_alignment;
   uint32_t buffer_size;
   uint32_t buffer_alignment;
   uint32_t sampler_heap_alignment;
   uint32_t resource_heap_alignment;
   uint32_t sampler_reserved_size;
   uint32_t resource_reserved_size;
   uint32_t max_push_data_size;
   uint32_t max_embedded_samplers;
};
struct dral_descriptor_buffer_range {
   uint64_t offset;
   uint64_t range;
};
uint32_t dral_descriptor_anv_model(uint32_t version,
                                   uint32_t set_flags,
                                   uint32_t forced_indirect);
int dral_descriptor_table_init(uint32_t model,
                               uint32_t mesa,
                               uint32_t version,
                               uint32_t set_flags,
                               struct dral_descriptor_table *table);
int dral_descriptor_type_find(const struct dral_descriptor_table *table,
                              uint32_t descriptor_type,
                              const uint32_t *mutable_types,
                              size_t mutable_type_count,
                              struct dral_descriptor_type_layout *layout);
int dral_descriptor_element_locate(const struct dral_descriptor_binding_layout *layout,
                                   uint32_t element,
                                   uint32_t plane,
                                   struct dral_descriptor_element *address);
int dral_descriptor_set_lay_out(const struct dral_descriptor_table *table,
                                const struct dral_descriptor_binding *bindings,
                                size_t binding_count,
                                struct dral_descriptor_set_layout *set,
                                struct dral_descriptor_binding_layout *layouts,
                                size_t layout_capacity);
int dral_descriptor_set_totals(const struct dral_descriptor_table *table,
                               const struct dral_descriptor_binding *bindings,
                               size_t binding_count,
                               struct dral_descriptor_set_layout *set);
int dral_descriptor_set_query_support(const struct dral_descriptor_table *table,
                                      const struct dral_descriptor_binding *bindings,
                                      size_t binding_count,
                                      struct dral_descriptor_set_support *support);
int dral_descriptor_set_measure(const struct dral_descriptor_table *table,
                                const struct dral_descriptor_set_layout *set,
                                const struct dral_descriptor_binding_layout *layouts,
                                uint32_t variable_count,
                                struct dral_descriptor_set_size *size);
int dral_descriptor_pool_measure(const struct dral_descriptor_table *table,
                                 const struct dral_descriptor_pool_part *parts,
                                 size_t part_count,
                                 uint32_t max_sets,
                                 uint32_t max_inline_bindings,
                                 struct dral_descriptor_pool_size *size);
int dral_descriptor_dynamic_offset_starts(const struct dral_descriptor_table *table,
                                          const uint32_t *dynamic_offset_counts,
                                          uint32_t *starts,
                                          size_t set_count);
int dral_descriptor_push_constant_word(uint32_t set_offset,
                                       uint32_t dynamic_offset_start,
                                       uint32_t *word);
int dral_descriptor_surface_handle(uint64_t state_offset,
                                   uint32_t full_offsets,
                                   uint32_t *handle);
int dral_descriptor_sampler_handle(uint32_t base,
                                   uint32_t plane,
                                   uint32_t *handle);
int dral_descriptor_heap_init(uint32_t version,
                              struct dral_descriptor_heap *heap);
int dral_descriptor_buffer_range_resolve(const struct dral_descriptor_table *table,
                                         uint32_t descriptor_type,
                                         uint64_t size,
                                         uint64_t offset,
                                         uint64_t range,
                                         uint64_t dynamic_offset,
                                         struct dral_descriptor_buffer_range *covered);
#define DRAL_BINDING_TABLE_MAX_ENTRIES 240
#define DRAL_BINDING_TABLE_BLOCK_SIZE 65536
#define DRAL_BINDING_TABLE_BLOCK_COUNT 16384
#define DRAL_BINDING_TABLE_MAX_STAGES 6
#define DRAL_BINDING_TABLE_BINDLESS 255
#define DRAL_BINDING_TABLE_MAX_SAMPLERS 128
#define DRAL_BINDING_TABLE_MAX_SETS 32
#define DRAL_BINDING_TABLE_MAX_RENDER_TARGETS 8
#define DRAL_ADDRESS_AREA_COUNT 15
enum dral_address_area {
   DRAL_ADDRESS_AREA_GENERAL = 0,
   DRAL_ADDRESS_AREA_LOW_HEAP = 1,
   DRAL_ADDRESS_AREA_BINDING_TABLE = 2,
   DRAL_ADDRESS_AREA_INTERNAL_SURFACE = 3,
   DRAL_ADDRESS_AREA_SCRATCH_SURFACE = 4,
   DRAL_ADDRESS_AREA_BINDLESS_SURFACE = 5,
   DRAL_ADDRESS_AREA_INDIRECT_DESCRIPTOR = 6,
   DRAL_ADDRESS_AREA_INDIRECT_PUSH = 7,
   DRAL_ADDRESS_AREA_INSTRUCTION = 8,
   DRAL_ADDRESS_AREA_DYNAMIC_STATE = 9,
   DRAL_ADDRESS_AREA_DYNAMIC_VISIBLE = 10,
   DRAL_ADDRESS_AREA_PUSH_DESCRIPTOR_BUFFER = 11,
   DRAL_ADDRESS_AREA_AUXILIARY_TABLE = 12,
   DRAL_ADDRESS_AREA_HIGH_HEAP = 13,
   DRAL_ADDRESS_AREA_TRTT = 14,
};
enum dral_binding_table_error {
   DRAL_BINDING_TABLE_ERROR_UNKNOWN_MODEL = -10201,
   DRAL_BINDING_TABLE_ERROR_UNKNOWN_POOL = -10202,
   DRAL_BINDING_TABLE_ERROR_BLOCK_INDEX = -10203,
   DRAL_BINDING_TABLE_ERROR_NOT_A_BLOCK = -10204,
   DRAL_BINDING_TABLE_ERROR_BEFORE_BASE = -10205,
   DRAL_BINDING_TABLE_ERROR_BEYOND_POOL = -10206,
   DRAL_BINDING_TABLE_ERROR_ALIGNMENT = -10207,
   DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE = -10208,
   DRAL_BINDING_TABLE_ERROR_ABSENT_BINDING = -10209,
   DRAL_BINDING_TABLE_ERROR_PLANE_COUNT = -10210,
   DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_MASK = -10211,
   DRAL_BINDING_TABLE_ERROR_NOT_BINDLESS = -10212,
   DRAL_BINDING_TABLE_ERROR_STAGE_MASK = -10213,
   DRAL_BINDING_TABLE_ERROR_SAME_BLOCK = -10214,
   DRAL_BINDING_TABLE_ERROR_ENTRY_LIMIT = -10215,
   DRAL_BINDING_TABLE_ERROR_STAGE_LIMIT = -10216,
   DRAL_BINDING_TABLE_ERROR_SET_LIMIT = -10217,
   DRAL_BINDING_TABLE_ERROR_RENDER_TARGET_LIMIT = -10218,
   DRAL_BINDING_TABLE_ERROR_TABLE_FULL = -10219,
   DRAL_BINDING_TABLE_ERROR_ENTRY_RANGE = -10220,
   DRAL_BINDING_TABLE_ERROR_INDEX_RANGE = -10221,
   DRAL_BINDING_TABLE_ERROR_ADDRESS_SPACE_FULL = -10222,
   DRAL_BINDING_TABLE_ERROR_BLOCK_FULL = -10223,
};
enum dral_binding_table_set_id {
   DRAL_BINDING_TABLE_SET_ID_DESCRIPTOR_BUFFER = 251,
   DRAL_BINDING_TABLE_SET_ID_NULL = 252,
   DRAL_BINDING_TABLE_SET_ID_SET_MEMORY = 254,
   DRAL_BINDING_TABLE_SET_ID_RENDER_TARGET = 255,
};
enum dral_surface_state_pool {
   DRAL_SURFACE_STATE_POOL_INTERNAL = 0,
   DRAL_SURFACE_STATE_POOL_BINDLESS = 1,
};
enum dral_binding_table_use_flag {
   DRAL_BINDING_TABLE_USE_FLAG_NO_BINDING_TABLE = 1,
};
struct dral_binding_table_block {
   uint32_t index;
   uint32_t next;
};
struct dral_binding_table_emission {
   uint32_t stages;
   uint32_t new_base;
};
struct dral_binding_table_bases {
   uint64_t surface_base;
   uint64_t pool_base;
   uint32_t state_offset;
};
struct dral_binding_table_use {
   uint32_t use_count;
   uint32_t flags;
};
struct dral_binding_table_set {
   const struct dral_descriptor_set_layout *layout;
   const struct dral_descriptor_binding_layout *bindings;
   const struct dral_binding_table_use *uses;
   const struct dral_descriptor_immutable_sampler *immutable_samplers;
};
struct dral_binding_table_shader {
   const struct dral_binding_table_set *sets;
   size_t set_count;
   uint32_t always_bindless;
   uint32_t stage_is_bindless;
   uint32_t render_target_count;
   uint32_t render_target_mask;
};
struct dral_binding_table_map {
   uint32_t surface_count;
   uint32_t sampler_count;
   uint32_t slot_count;
   uint32_t set_slots[32];
   uint32_t first_slots[32];
};
struct dral_binding_table_entry {
   uint32_t set;
   uint32_t binding;
   uint32_t index;
   uint32_t plane;
   uint32_t dynamic_offset_index;
   uint32_t set_offset;
};
struct dral_binding_table_slots {
   uint32_t surface;
   uint32_t sampler;
};
struct dral_address_range {
   uint64_t address;
   uint64_t size;
};
int dral_binding_table_size(uint32_t entry_count,
                            uint32_t *size);
int dral_binding_table_allocate(struct dral_binding_table_block *block,
                                uint32_t entry_count,
                                uint32_t *offset);
int dral_binding_table_emit(struct dral_binding_table_block *block,
                            uint32_t fresh_index,
                            const uint32_t *entry_counts,
                            uint32_t *offsets,
                            size_t stage_count,
                            uint32_t active,
                            uint32_t dirty,
                            struct dral_binding_table_emission *emission);
int dral_binding_table_bases_of(uint32_t version,
                                uint32_t block_index,
                                struct dral_binding_table_bases *bases);
int dral_surface_state_address(uint32_t pool,
                               uint64_t offset,
                               uint64_t *address);
int dral_binding_table_entry_word(uint64_t surface_base,
                                  uint64_t state_address,
                                  uint32_t *word);
int dral_binding_table_map_make(const struct dral_binding_table_shader *shader,
                                struct dral_binding_table_map *map,
                                struct dral_binding_table_entry *surfaces,
                                size_t surface_capacity,
                                struct dral_binding_table_entry *samplers,
                                size_t sampler_capacity,
                                struct dral_binding_table_slots *slots,
                                size_t slot_capacity);
int dral_address_map(uint32_t version,
                     uint32_t indirect,
                     uint64_t alignment,
                     uint64_t size,
                     struct dral_address_range *ranges,
                     size_t range_capacity);
enum dral_dynamic_command {
   DRAL_DYNAMIC_COMMAND_PIPELINE = 0,
   DRAL_DYNAMIC_COMMAND_INDEX_BUFFER = 1,
   DRAL_DYNAMIC_COMMAND_RENDER_AREA = 2,
   DRAL_DYNAMIC_COMMAND_RENDER_TARGETS = 3,
   DRAL_DYNAMIC_COMMAND_XFB_ENABLE = 4,
   DRAL_DYNAMIC_COMMAND_RESTART_INDEX = 5,
   DRAL_DYNAMIC_COMMAND_OCCLUSION_QUERY_ACTIVE = 6,
   DRAL_DYNAMIC_COMMAND_FS_MSAA_FLAGS = 7,
   DRAL_DYNAMIC_COMMAND_COARSE_PIXEL_ACTIVE = 8,
   DRAL_DYNAMIC_COMMAND_INDIRECT_DATA_STRIDE = 9,
   DRAL_DYNAMIC_COMMAND_VS = 10,
   DRAL_DYNAMIC_COMMAND_HS = 11,
   DRAL_DYNAMIC_COMMAND_DS = 12,
   DRAL_DYNAMIC_COMMAND_GS = 13,
   DRAL_DYNAMIC_COMMAND_TASK = 14,
   DRAL_DYNAMIC_COMMAND_MESH = 15,
   DRAL_DYNAMIC_COMMAND_PS = 16,
   DRAL_DYNAMIC_COMMAND_INDEX_TYPE = 17,
};
enum dral_dynamic_state_error {
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_VERSION = -10501,
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_FEATURE = -10502,
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_STATE = -10503,
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_COMMAND = -10504,
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_INSTRUCTION = -10505,
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_SITE = -10506,
   DRAL_DYNAMIC_STATE_ERROR_UNKNOWN_DYNAMIC_STATE = -10507,
   DRAL_DYNAMIC_STATE_ERROR_NOT_IN_PIPELINES = -10508,
};
enum dral_dynamic_feature {
   DRAL_DYNAMIC_FEATURE_SAMPLE_LOCATIONS = 1,
   DRAL_DYNAMIC_FEATURE_FRAGMENT_SHADING_RATE = 2,
   DRAL_DYNAMIC_FEATURE_MESH_SHADING = 4,
   DRAL_DYNAMIC_FEATURE_TRANSFORM_FEEDBACK = 8,
   DRAL_DYNAMIC_FEATURE_WA_18019816803 = 16,
   DRAL_DYNAMIC_FEATURE_WA_14018283232 = 32,
   DRAL_DYNAMIC_FEATURE_WA_16012775297 = 64,
   DRAL_DYNAMIC_FEATURE_WA_16011773973 = 128,
   DRAL_DYNAMIC_FEATURE_WA_18038825448 = 256,
   DRAL_DYNAMIC_FEATURE_WA_14024997852 = 512,
   DRAL_DYNAMIC_FEATURE_WA_18019110168 = 1024,
   DRAL_DYNAMIC_FEATURE_WA_18020335297 = 2048,
};
enum dral_dynamic_instruction {
   DRAL_DYNAMIC_INSTRUCTION_URB = 0,
   DRAL_DYNAMIC_INSTRUCTION_VF_STATISTICS = 1,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS = 2,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS_2 = 3,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS_VI = 4,
   DRAL_DYNAMIC_INSTRUCTION_VF_SGVS_INSTANCING = 5,
   DRAL_DYNAMIC_INSTRUCTION_PRIMITIVE_REPLICATION = 6,
   DRAL_DYNAMIC_INSTRUCTION_SBE = 7,
   DRAL_DYNAMIC_INSTRUCTION_SBE_SWIZ = 8,
   DRAL_DYNAMIC_INSTRUCTION_SO_DECL_LIST = 9,
   DRAL_DYNAMIC_INSTRUCTION_VS = 10,
   DRAL_DYNAMIC_INSTRUCTION_HS = 11,
   DRAL_DYNAMIC_INSTRUCTION_DS = 12,
   DRAL_DYNAMIC_INSTRUCTION_GS = 13,
   DRAL_DYNAMIC_INSTRUCTION_PS = 14,
   DRAL_DYNAMIC_INSTRUCTION_SBE_MESH = 15,
   DRAL_DYNAMIC_INSTRUCTION_CLIP_MESH = 16,
   DRAL_DYNAMIC_INSTRUCTION_MESH_CONTROL = 17,
   DRAL_DYNAMIC_INSTRUCTION_MESH_SHADER = 18,
   DRAL_DYNAMIC_INSTRUCTION_MESH_DISTRIB = 19,
   DRAL_DYNAMIC_INSTRUCTION_TASK_CONTROL = 20,
   DRAL_DYNAMIC_INSTRUCTION_TASK_SHADER = 21,
   DRAL_DYNAMIC_INSTRUCTION_TASK_REDISTRIB = 22,
   DRAL_DYNAMIC_INSTRUCTION_BLEND_STATE = 23,
   DRAL_DYNAMIC_INSTRUCTION_BLEND_STATE_PTR = 24,
   DRAL_DYNAMIC_INSTRUCTION_CLIP = 25,
   DRAL_DYNAMIC_INSTRUCTION_CC_STATE = 26,
   DRAL_DYNAMIC_INSTRUCTION_CC_STATE_PTR = 27,
   DRAL_DYNAMIC_INSTRUCTION_CPS = 28,
   DRAL_DYNAMIC_INSTRUCTION_DEPTH_BOUNDS = 29,
   DRAL_DYNAMIC_INSTRUCTION_INDEX_BUFFER = 30,
   DRAL_DYNAMIC_INSTRUCTION_LINE_STIPPLE = 31,
   DRAL_DYNAMIC_INSTRUCTION_MULTISAMPLE = 32,
   DRAL_DYNAMIC_INSTRUCTION_PS_BLEND = 33,
   DRAL_DYNAMIC_INSTRUCTION_RASTER = 34,
   DRAL_DYNAMIC_INSTRUCTION_SAMPLE_MASK = 35,
   DRAL_DYNAMIC_INSTRUCTION_SAMPLE_PATTERN = 36,
   DRAL_DYNAMIC_INSTRUCTION_SCISSOR = 37,
   DRAL_DYNAMIC_INSTRUCTION_SF = 38,
   DRAL_DYNAMIC_INSTRUCTION_STREAMOUT = 39,
   DRAL_DYNAMIC_INSTRUCTION_TE = 40,
   DRAL_DYNAMIC_INSTRUCTION_VERTEX_INPUT = 41,
   DRAL_DYNAMIC_INSTRUCTION_VF = 42,
   DRAL_DYNAMIC_INSTRUCTION_VF_TOPOLOGY = 43,
   DRAL_DYNAMIC_INSTRUCTION_VFG = 44,
   DRAL_DYNAMIC_INSTRUCTION_VIEWPORT_CC = 45,
   DRAL_DYNAMIC_INSTRUCTION_VIEWPORT_CC_PTR = 46,
   DRAL_DYNAMIC_INSTRUCTION_VIEWPORT_SF_CLIP = 47,
   DRAL_DYNAMIC_INSTRUCTION_WM = 48,
   DRAL_DYNAMIC_INSTRUCTION_WM_DEPTH_STENCIL = 49,
   DRAL_DYNAMIC_INSTRUCTION_PS_EXTRA = 50,
   DRAL_DYNAMIC_INSTRUCTION_PMA_FIX = 51,
   DRAL_DYNAMIC_INSTRUCTION_WA_18019816803 = 52,
   DRAL_DYNAMIC_INSTRUCTION_WA_14018283232 = 53,
   DRAL_DYNAMIC_INSTRUCTION_TBIMR_TILE_PASS_INFO = 54,
   DRAL_DYNAMIC_INSTRUCTION_VF_COMPONENT_PACKING = 55,
   DRAL_DYNAMIC_INSTRUCTION_WA_18038825448 = 56,
   DRAL_DYNAMIC_INSTRUCTION_WA_14024997852 = 57,
   DRAL_DYNAMIC_INSTRUCTION_WA_18019110168 = 58,
   DRAL_DYNAMIC_INSTRUCTION_FS_CONFIG = 59,
   DRAL_DYNAMIC_INSTRUCTION_TESS_CONFIG = 60,
   DRAL_DYNAMIC_INSTRUCTION_MESH_PROVOKING_VERTEX = 61,
};
enum dral_dynamic_site {
   DRAL_DYNAMIC_SITE_FINAL = 0,
   DRAL_DYNAMIC_SITE_PARTIAL = 1,
   DRAL_DYNAMIC_SITE_DYNAMIC = 2,
   DRAL_DYNAMIC_SITE_PSEUDO = 3,
};
enum dral_dynamic_state {
   DRAL_DYNAMIC_STATE_VI = 0,
   DRAL_DYNAMIC_STATE_VI_BINDINGS_VALID = 1,
   DRAL_DYNAMIC_STATE_VI_BINDING_STRIDES = 2,
   DRAL_DYNAMIC_STATE_IA_PRIMITIVE_TOPOLOGY = 3,
   DRAL_DYNAMIC_STATE_IA_PRIMITIVE_RESTART_ENABLE = 4,
   DRAL_DYNAMIC_STATE_TS_PATCH_CONTROL_POINTS = 5,
   DRAL_DYNAMIC_STATE_TS_DOMAIN_ORIGIN = 6,
   DRAL_DYNAMIC_STATE_VP_VIEWPORT_COUNT = 7,
   DRAL_DYNAMIC_STATE_VP_VIEWPORTS = 8,
   DRAL_DYNAMIC_STATE_VP_SCISSOR_COUNT = 9,
   DRAL_DYNAMIC_STATE_VP_SCISSORS = 10,
   DRAL_DYNAMIC_STATE_VP_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE = 11,
   DRAL_DYNAMIC_STATE_VP_DEPTH_CLAMP_RANGE = 12,
   DRAL_DYNAMIC_STATE_DR_RECTANGLES = 13,
   DRAL_DYNAMIC_STATE_DR_MODE = 14,
   DRAL_DYNAMIC_STATE_DR_ENABLE = 15,
   DRAL_DYNAMIC_STATE_RS_RASTERIZER_DISCARD_ENABLE = 16,
   DRAL_DYNAMIC_STATE_RS_DEPTH_CLAMP_ENABLE = 17,
   DRAL_DYNAMIC_STATE_RS_DEPTH_CLIP_ENABLE = 18,
   DRAL_DYNAMIC_STATE_RS_POLYGON_MODE = 19,
   DRAL_DYNAMIC_STATE_RS_CULL_MODE = 20,
   DRAL_DYNAMIC_STATE_RS_FRONT_FACE = 21,
   DRAL_DYNAMIC_STATE_RS_CONSERVATIVE_MODE = 22,
   DRAL_DYNAMIC_STATE_RS_EXTRA_PRIMITIVE_OVERESTIMATION_SIZE = 23,
   DRAL_DYNAMIC_STATE_RS_RASTERIZATION_ORDER_AMD = 24,
   DRAL_DYNAMIC_STATE_RS_PROVOKING_VERTEX = 25,
   DRAL_DYNAMIC_STATE_RS_RASTERIZATION_STREAM = 26,
   DRAL_DYNAMIC_STATE_RS_DEPTH_BIAS_ENABLE = 27,
   DRAL_DYNAMIC_STATE_RS_DEPTH_BIAS_FACTORS = 28,
   DRAL_DYNAMIC_STATE_RS_LINE_WIDTH = 29,
   DRAL_DYNAMIC_STATE_RS_LINE_MODE = 30,
   DRAL_DYNAMIC_STATE_RS_LINE_STIPPLE_ENABLE = 31,
   DRAL_DYNAMIC_STATE_RS_LINE_STIPPLE = 32,
   DRAL_DYNAMIC_STATE_FSR = 33,
   DRAL_DYNAMIC_STATE_MS_RASTERIZATION_SAMPLES = 34,
   DRAL_DYNAMIC_STATE_MS_SAMPLE_MASK = 35,
   DRAL_DYNAMIC_STATE_MS_ALPHA_TO_COVERAGE_ENABLE = 36,
   DRAL_DYNAMIC_STATE_MS_ALPHA_TO_ONE_ENABLE = 37,
   DRAL_DYNAMIC_STATE_MS_SAMPLE_LOCATIONS_ENABLE = 38,
   DRAL_DYNAMIC_STATE_MS_SAMPLE_LOCATIONS = 39,
   DRAL_DYNAMIC_STATE_DS_DEPTH_TEST_ENABLE = 40,
   DRAL_DYNAMIC_STATE_DS_DEPTH_WRITE_ENABLE = 41,
   DRAL_DYNAMIC_STATE_DS_DEPTH_COMPARE_OP = 42,
   DRAL_DYNAMIC_STATE_DS_DEPTH_BOUNDS_TEST_ENABLE = 43,
   DRAL_DYNAMIC_STATE_DS_DEPTH_BOUNDS_TEST_BOUNDS = 44,
   DRAL_DYNAMIC_STATE_DS_STENCIL_TEST_ENABLE = 45,
   DRAL_DYNAMIC_STATE_DS_STENCIL_OP = 46,
   DRAL_DYNAMIC_STATE_DS_STENCIL_COMPARE_MASK = 47,
   DRAL_DYNAMIC_STATE_DS_STENCIL_WRITE_MASK = 48,
   DRAL_DYNAMIC_STATE_DS_STENCIL_REFERENCE = 49,
   DRAL_DYNAMIC_STATE_CB_LOGIC_OP_ENABLE = 50,
   DRAL_DYNAMIC_STATE_CB_LOGIC_OP = 51,
   DRAL_DYNAMIC_STATE_CB_ATTACHMENT_COUNT = 52,
   DRAL_DYNAMIC_STATE_CB_COLOR_WRITE_ENABLES = 53,
   DRAL_DYNAMIC_STATE_CB_BLEND_ENABLES = 54,
   DRAL_DYNAMIC_STATE_CB_BLEND_EQUATIONS = 55,
   DRAL_DYNAMIC_STATE_CB_WRITE_MASKS = 56,
   DRAL_DYNAMIC_STATE_CB_BLEND_CONSTANTS = 57,
   DRAL_DYNAMIC_STATE_RP_ATTACHMENTS = 58,
   DRAL_DYNAMIC_STATE_ATTACHMENT_FEEDBACK_LOOP_ENABLE = 59,
   DRAL_DYNAMIC_STATE_COLOR_ATTACHMENT_MAP = 60,
   DRAL_DYNAMIC_STATE_INPUT_ATTACHMENT_MAP = 61,
   DRAL_DYNAMIC_STATE_IA_PRIMITIVE_RESTART_INDEX = 62,
};
const char *dral_dynamic_state_name(uint32_t state);
const char *dral_dynamic_command_name(uint32_t command);
const char *dral_dynamic_instruction_name(uint32_t instruction);
int dral_dynamic_instruction_site(uint32_t mesa,
                                  uint32_t instruction,
                                  uint32_t *site);
int dral_dynamic_site_instructions(uint32_t mesa,
                                   uint32_t site,
                                   uint64_t *instructions);
int dral_dynamic_triggered(uint32_t mesa,
                           uint32_t version,
                           uint32_t features,
                           uint64_t states,
                           uint32_t commands,
                           uint64_t *instructions);
int dral_dynamic_with_companions(uint32_t mesa,
                                 uint32_t version,
                                 uint32_t features,
                                 uint64_t instructions,
                                 uint64_t *closed);
int dral_dynamic_emitted(uint32_t mesa,
                         uint32_t version,
                         uint32_t features,
                         uint64_t states,
                         uint32_t commands,
                         uint64_t *instructions);
int dral_dynamic_triggers(uint32_t mesa,
                          uint32_t version,
                          uint32_t features,
                          uint32_t instruction,
                          uint64_t *states,
                          uint32_t *commands);
int dral_dynamic_initial(uint32_t mesa,
                         uint32_t version,
                         uint32_t features,
                         uint64_t *instructions);
int dral_dynamic_after_blit(uint32_t mesa,
                            uint32_t version,
                            uint32_t features,
                            uint32_t fragment_program,
                            uint64_t *instructions);
int dral_dynamic_differs(uint32_t mesa,
                         uint32_t instruction,
                         const uint32_t *old_words,
                         size_t old_count,
                         const uint32_t *new_words,
                         size_t new_count,
                         uint32_t *differs);
int dral_dynamic_states(const uint32_t *dynamic_states,
                        size_t dynamic_state_count,
                        uint64_t *states);
#define DRAL_INDIRECT_DRAW_JUMP_SIZE 12
enum dral_indirect_draw_driver {
   DRAL_INDIRECT_DRAW_DRIVER_ANV = 0,
   DRAL_INDIRECT_DRAW_DRIVER_IRIS = 1,
};
enum dral_indirect_draw_error {
   DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_DRIVER = -10401,
   DRAL_INDIRECT_DRAW_ERROR_UNKNOWN_HARDWARE = -10402,
   DRAL_INDIRECT_DRAW_ERROR_EMPTY_RING = -10403,
   DRAL_INDIRECT_DRAW_ERROR_NOT_IN_PLACE = -10404,
   DRAL_INDIRECT_DRAW_ERROR_NOT_A_RING = -10405,
   DRAL_INDIRECT_DRAW_ERROR_NOT_GENERATED = -10406,
   DRAL_INDIRECT_DRAW_ERROR_NO_SUCH_CHUNK = -10407,
   DRAL_INDIRECT_DRAW_ERROR_NO_SUCH_ITEM = -10408,
   DRAL_INDIRECT_DRAW_ERROR_TRUNCATED_COMMAND = -10409,
   DRAL_INDIRECT_DRAW_ERROR_ZERO_MULTIPLIER = -10410,
   DRAL_INDIRECT_DRAW_ERROR_MOCS_RANGE = -10411,
   DRAL_INDIRECT_DRAW_ERROR_BATCH_RANGE = -10412,
   DRAL_INDIRECT_DRAW_ERROR_DRAW_RANGE = -10413,
   DRAL_INDIRECT_DRAW_ERROR_OFFSET_RANGE = -10414,
   DRAL_INDIRECT_DRAW_ERROR_INSTANCE_RANGE = -10415,
};
enum dral_indirect_draw_flag {
   DRAL_INDIRECT_DRAW_FLAG_INDEXED = 1,
   DRAL_INDIRECT_DRAW_FLAG_PREDICATED = 2,
   DRAL_INDIRECT_DRAW_FLAG_DRAW_ID = 4,
   DRAL_INDIRECT_DRAW_FLAG_BASE = 8,
   DRAL_INDIRECT_DRAW_FLAG_INDIRECT_COUNT = 16,
   DRAL_INDIRECT_DRAW_FLAG_RING = 32,
   DRAL_INDIRECT_DRAW_FLAG_TILED = 64,
};
enum dral_indirect_draw_jump {
   DRAL_INDIRECT_DRAW_JUMP_GENERATE = 1,
   DRAL_INDIRECT_DRAW_JUMP_END = 2,
};
enum dral_indirect_draw_mode {
   DRAL_INDIRECT_DRAW_MODE_REGISTERS = 0,
   DRAL_INDIRECT_DRAW_MODE_EXECUTE_INDIRECT = 1,
   DRAL_INDIRECT_DRAW_MODE_IN_PLACE = 2,
   DRAL_INDIRECT_DRAW_MODE_RING = 3,
};
struct dral_indirect_draw {
   uint32_t driver;
   uint32_t version;
   uint32_t indexed;
   uint32_t uses_first_vertex;
   uint32_t uses_base_instance;
   uint32_t uses_draw_id;
   uint32_t predicated;
   uint32_t tiled;
   uint32_t has_count_buffer;
   uint32_t mocs;
   uint32_t max_draw_count;
   uint32_t stride;
   uint32_t generate_threshold;
   uint32_t ring_threshold;
   uint32_t ring_capacity;
   uint32_t is_protected;
   uint32_t tessellation_workaround;
   uint32_t execute_indirect;
};
struct dral_indirect_draw_plan {
   uint32_t mode;
   uint32_t flags;
   uint32_t command_words;
   uint32_t stride;
   uint32_t max_draw_count;
   uint32_t chunk_count;
   uint32_t ring_count;
   uint32_t commands_offset;
   uint32_t end_jump_offset;
   uint32_t ring_size;
   uint32_t draw_id_offset;
   uint32_t draw_id_stride;
   uint32_t draw_id_size;
   uint32_t base_offset;
};
struct dral_indirect_draw_chunk {
   uint32_t draw_base;
   uint32_t draw_count;
   uint32_t size;
   uint32_t width;
   uint32_t height;
   uint32_t draw_id_offset;
};
struct dral_indirect_draw_item {
   uint64_t source;
   uint32_t writes_draw;
   uint32_t draw_id;
   uint32_t draw_offset;
   uint32_t draw_id_offset;
   uint32_t jump;
   uint32_t jump_offset;
};
struct dral_indirect_draw_parameters {
   uint32_t vertex_count;
   uint32_t start_vertex;
   uint32_t instance_count;
   uint32_t start_instance;
   int32_t base_vertex;
   uint32_t extended[3];
};
int dral_indirect_draw_resolve(const struct dral_indirect_draw *draws,
                               struct dral_indirect_draw_plan *plan);
const char *dral_indirect_draw_explain(const struct dral_indirect_draw *draws);
int dral_indirect_draw_plan_chunk(const struct dral_indirect_draw_plan *plan,
                                  uint32_t index,
                                  struct dral_indirect_draw_chunk *chunk);
int dral_indirect_draw_plan_iterations(const struct dral_indirect_draw_plan *plan,
                                       uint32_t draw_count,
                                       uint32_t *iterations);
int dral_indirect_draw_ring_size(const struct dral_indirect_draw *draws,
                                 uint32_t *size);
int dral_indirect_draw_ring_capacity(const struct dral_indirect_draw *draws,
                                     uint32_t ring_size,
                                     uint32_t *capacity);
int dral_indirect_draw_plan_item(const struct dral_indirect_draw_plan *plan,
                                 uint32_t draw_count,
                                 uint32_t draw_base,
                                 uint32_t item,
                                 struct dral_indirect_draw_item *written);
int dral_indirect_draw_decode(uint32_t indexed,
                              const uint32_t *command,
                              size_t word_count,
                              uint32_t instance_multiplier,
                              uint32_t draw_id,
                              struct dral_indirect_draw_parameters *parameters);
int dral_padded_count(uint32_t vertex_count,
                      uint32_t rule,
                      struct dral_padded_count *padded);
int dral_idvs_vertex_count(uint32_t vertex_count,
                           uint32_t *idvs_count);
int dral_instance_size_pack(uint32_t size, uint8_t *byte);
int dral_instance_size_unpack(uint8_t byte, uint32_t *size);
uint32_t dral_magic_divide(const struct dral_magic_divisor *divisor,
                           uint32_t id);
int dral_magic_first_wrong_id(const struct dral_magic_divisor *candidate,
                              uint32_t divisor,
                              uint64_t *id);
int dral_varying_buffer_size(const struct dral_draw *draw,
                             uint32_t stride,
                             uint64_t *size);
int dral_draw_max_instances(const struct dral_draw_info *info,
                            uint32_t *instance_count);
int dral_invocation_pack(uint32_t vertex_count,
                         uint32_t instance_count,
                         uint32_t *words);
int dral_invocation_unpack(const uint32_t *words,
                           uint32_t *vertex_count,
                           uint32_t *instance_count);
int dral_hardware_divisor(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint64_t *hardware_divisor);
const char *dral_attribute_explain(const struct dral_draw *draw,
                                   const struct dral_vertex_buffer *buffer);
int dral_attribute_append(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t *words,
                          size_t capacity,
                          uint32_t *next);
int dral_attribute_table(const struct dral_draw *draw,
                         uint32_t shape,
                         uint32_t image_count,
                         const struct dral_vertex_buffer *buffers,
                         size_t buffer_count,
                         uint32_t *words,
                         size_t capacity,
                         uint32_t *slots);
int dral_attribute_offset(const struct dral_draw *draw,
                          const struct dral_vertex_buffer *buffer,
                          uint32_t source_offset,
                          int32_t *offset);
int dral_attribute_record_unpack(const uint32_t *words,
                                 size_t count,
                                 struct dral_attribute_record *record);
int dral_attribute_record_element(const struct dral_attribute_record *record,
                                  uint32_t linear_id,
                                  uint32_t *element);
int dral_attribute_descriptor_pack(const struct dral_attribute_descriptor *attribute,
                                   uint32_t *words);
int dral_attribute_descriptor_unpack(const uint32_t *words,
                                     struct dral_attribute_descriptor *attribute);
int dral_vertex_state_slot(const struct dral_vertex_state *state,
                           const struct dral_draw *draw,
                           uint32_t buffer);
int dral_vertex_state_offset(const struct dral_vertex_state *state,
                             const struct dral_draw *draw,
                             uint32_t buffer,
                             const struct dral_bound_buffer *bound,
                             uint32_t source_offset,
                             int32_t *offset);
int dral_id_record_pack(const struct dral_id_record *record,
                        uint32_t *words);
int dral_id_record_unpack(const uint32_t *words,
                          struct dral_id_record *record);
int dral_id_record_value(const struct dral_id_record *record,
                         uint32_t linear_id,
                         uint32_t *id);
int dral_valhall_attribute_pack(const struct dral_valhall_attribute *attribute,
                                uint32_t *words);
int dral_valhall_attribute_unpack(const uint32_t *words,
                                  struct dral_valhall_attribute *attribute);
int dral_valhall_attribute_element(const struct dral_valhall_attribute *attribute,
                                   uint32_t vertex_id,
                                   uint32_t instance_id,
                                   uint32_t *element);
#define DRAL_VARYING_TEXT_SIZE 96
#define DRAL_VARYING_MAX_SLOTS 64
enum dral_varying_base_type {
   DRAL_VARYING_BASE_TYPE_FLOAT = 0,
   DRAL_VARYING_BASE_TYPE_INT = 1,
   DRAL_VARYING_BASE_TYPE_UINT = 2,
   DRAL_VARYING_BASE_TYPE_DOUBLE = 3,
};
enum dral_varying_error {
   DRAL_VARYING_ERROR_UNKNOWN_SEMANTIC = -10301,
   DRAL_VARYING_ERROR_UNKNOWN_BASE_TYPE = -10302,
   DRAL_VARYING_ERROR_UNKNOWN_INTERPOLATION = -10303,
   DRAL_VARYING_ERROR_UNKNOWN_PACK_FLAG = -10304,
   DRAL_VARYING_ERROR_UNKNOWN_TEXT_FORM = -10305,
   DRAL_VARYING_ERROR_TYPE_SHAPE = -10306,
   DRAL_VARYING_ERROR_COMPONENT_COUNT = -10307,
   DRAL_VARYING_ERROR_NOT_IN_SLOT = -10308,
   DRAL_VARYING_ERROR_ELEMENT_ORDER = -10309,
   DRAL_VARYING_ERROR_NOT_IN_DECLARATION = -10310,
   DRAL_VARYING_ERROR_SLOT_COUNT = -10311,
   DRAL_VARYING_ERROR_POSITION_RANGE = -10312,
   DRAL_VARYING_ERROR_ADDRESS_RANGE = -10313,
   DRAL_VARYING_ERROR_SLOTS_FULL = -10314,
   DRAL_VARYING_ERROR_CLIP_CULL_LIMIT = -10315,
   DRAL_VARYING_ERROR_INDEX_RANGE = -10316,
   DRAL_VARYING_ERROR_NO_ADDRESS = -10317,
   DRAL_VARYING_ERROR_NO_FIRST_COMPONENT = -10318,
};
enum dral_varying_interpolation {
   DRAL_VARYING_INTERPOLATION_SMOOTH = 1,
   DRAL_VARYING_INTERPOLATION_FLAT = 2,
   DRAL_VARYING_INTERPOLATION_NOPERSPECTIVE = 3,
};
enum dral_varying_pack_flag {
   DRAL_VARYING_PACK_FLAG_GL_ORDER = 1,
   DRAL_VARYING_PACK_FLAG_CLASS_ALIGN = 2,
   DRAL_VARYING_PACK_FLAG_POT_VEC3 = 4,
   DRAL_VARYING_PACK_FLAG_UNPACKED = 8,
};
enum dral_varying_semantic {
   DRAL_VARYING_SEMANTIC_POSITION = 0,
   DRAL_VARYING_SEMANTIC_GENERIC = 1,
   DRAL_VARYING_SEMANTIC_TEXCOORD = 2,
   DRAL_VARYING_SEMANTIC_COLOR = 3,
   DRAL_VARYING_SEMANTIC_BCOLOR = 4,
   DRAL_VARYING_SEMANTIC_FOG = 5,
   DRAL_VARYING_SEMANTIC_PSIZE = 6,
   DRAL_VARYING_SEMANTIC_CLIPDIST = 7,
   DRAL_VARYING_SEMANTIC_CLIPVERTEX = 8,
   DRAL_VARYING_SEMANTIC_EDGEFLAG = 9,
   DRAL_VARYING_SEMANTIC_LAYER = 10,
   DRAL_VARYING_SEMANTIC_VIEWPORT_INDEX = 11,
   DRAL_VARYING_SEMANTIC_VIEWPORT_MASK = 12,
   DRAL_VARYING_SEMANTIC_PRIMID = 13,
   DRAL_VARYING_SEMANTIC_PATCH = 14,
   DRAL_VARYING_SEMANTIC_TESSOUTER = 15,
   DRAL_VARYING_SEMANTIC_TESSINNER = 16,
   DRAL_VARYING_SEMANTIC_TESSCOORD = 17,
   DRAL_VARYING_SEMANTIC_PCOORD = 18,
   DRAL_VARYING_SEMANTIC_INSTANCEID = 19,
   DRAL_VARYING_SEMANTIC_VERTEXID = 20,
};
enum dral_varying_text_form {
   DRAL_VARYING_TEXT_FORM_SCALAR = 0,
   DRAL_VARYING_TEXT_FORM_VECTOR = 1,
   DRAL_VARYING_TEXT_FORM_TGSI = 2,
};
struct dral_varying_place {
   uint32_t position;
   uint32_t slot;
   uint32_t component;
};
struct dral_varying_declaration {
   uint32_t semantic;
   uint32_t semantic_index;
   uint32_t first_component;
   uint32_t first;
   uint32_t last;
   uint32_t component_count;
   uint32_t array_id;
};
struct dral_varying_span {
   uint32_t position;
   uint32_t component_count;
   uint32_t slot_count;
};
struct dral_varying_piece {
   uint32_t slot;
   uint32_t write_mask;
   uint32_t source;
   uint32_t count;
};
struct dral_varying_clip_cull {
   uint32_t cull_slot;
   uint32_t cull_component;
   uint32_t slot_count;
};
struct dral_varying {
   uint32_t base_type;
   uint32_t rows;
   uint32_t columns;
   uint32_t array_length;
   uint32_t interpolation;
   uint32_t centroid;
   uint32_t sample;
   uint32_t patch;
};
struct dral_varying_place dral_varying_position_place(uint32_t position);
int dral_varying_address(uint32_t base,
                         uint32_t position,
                         uint32_t *address);
int dral_varying_scalar_place(uint32_t first,
                              uint32_t address_register,
                              uint32_t register_offset,
                              uint32_t component,
                              struct dral_varying_place *place);
int dral_varying_declaration_place(const struct dral_varying_declaration *declaration,
                                   uint32_t element,
                                   uint32_t component,
                                   struct dral_varying_place *place);
int dral_varying_declaration_span(const struct dral_varying_declaration *declaration,
                                  struct dral_varying_span *span);
int dral_varying_declarations_merge(const struct dral_varying_declaration *declarations,
                                    size_t count,
                                    struct dral_varying_span *span);
int dral_varying_declarations_overlap(const struct dral_varying_declaration *first,
                                      const struct dral_varying_declaration *second,
                                      uint32_t *overlap);
int dral_varying_declaration_text(const struct dral_varying_declaration *declaration,
                                  uint32_t form,
                                  char *text,
                                  size_t capacity,
                                  size_t *length);
int dral_varying_split(uint32_t position,
                       uint32_t count,
                       struct dral_varying_piece *pieces);
int dral_varying_clip_cull_place(uint32_t clip_count,
                                 uint32_t cull_count,
                                 struct dral_varying_clip_cull *both);
int dral_varying_component_count(const struct dral_varying *varying,
                                 uint32_t position,
                                 uint32_t *component_count);
int dral_varying_pack(const struct dral_varying *varyings,
                      size_t count,
                      uint32_t flags,
                      uint64_t reserved_slots,
                      uint32_t max_slots,
                      uint32_t *positions,
                      uint8_t *components_used,
                      uint32_t *slots_used,
                      uint32_t *scratch);
int dral_varying_nvc0_address(uint32_t semantic,
                              uint32_t index,
                              uint32_t output,
                              uint32_t *address);
