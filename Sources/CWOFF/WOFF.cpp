#include "CWOFF.h"

#ifdef LINECASTER_WOFF

#if !__has_include(<woff2/decode.h>)
#error "libwoff2 is missing: apt-get install libwoff-dev"
#endif
#if !__has_include(<zlib.h>)
#error "zlib is missing: apt-get install zlib1g-dev"
#endif

#include <woff2/decode.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

// A font file that grows as libwoff2 writes it, up to a limit.
class BoundedOutput final : public woff2::WOFF2Out {
 public:
  BoundedOutput(size_t limit, size_t capacity) : limit_(limit) { reserve(capacity); }
  ~BoundedOutput() override { std::free(bytes_); }
  BoundedOutput(const BoundedOutput &) = delete;
  BoundedOutput &operator=(const BoundedOutput &) = delete;

  bool Write(const void *bytes, size_t count) override { return Write(bytes, size_, count); }

  bool Write(const void *bytes, size_t offset, size_t count) override {
    // libwoff2 writes at the end or over what it has written, so there are no gaps.
    if (offset > size_) return false;
    if (count > limit_ - offset) {
      is_too_large_ = true;
      return false;
    }
    if (count == 0) return true;
    reserve(offset + count);
    std::memcpy(bytes_ + offset, bytes, count);
    size_ = std::max(size_, offset + count);
    return true;
  }

  size_t Size() override { return size_; }
  bool is_too_large() const { return is_too_large_; }

  // Hands the bytes over to the caller.
  uint8_t *take() {
    uint8_t *taken = bytes_;
    bytes_ = nullptr;
    return taken;
  }

 private:
  // Makes room for so many bytes, at least twice as much as before.
  void reserve(size_t count) {
    if (count <= capacity_) return;
    size_t capacity = std::min(limit_, std::max(count, 2 * capacity_));
    void *bytes = std::realloc(bytes_, capacity);
    if (!bytes) throw std::bad_alloc();
    bytes_ = static_cast<uint8_t *>(bytes);
    capacity_ = capacity;
  }

  const size_t limit_;
  uint8_t *bytes_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
  bool is_too_large_ = false;
};

}  // namespace

extern "C" bool linecaster_woff_inflate(const uint8_t *stream, size_t count, uint8_t *target,
                                        size_t length) {
  uLongf written = length;
  return uncompress(target, &written, stream, count) == Z_OK && written == length;
}

extern "C" linecaster_woff_result linecaster_woff2_decompress(const uint8_t *file, size_t count,
                                                              size_t limit, uint8_t **font,
                                                              size_t *length) {
  try {
    // The header's size is a hint only; a wrong one costs at most another allocation.
    size_t hint = woff2::ComputeWOFF2FinalSize(file, count);
    BoundedOutput output(limit, std::min({limit, hint, 8 * count}));
    if (!woff2::ConvertWOFF2ToTTF(file, count, &output))
      return output.is_too_large() ? linecaster_woff_too_large : linecaster_woff_malformed;
    *length = output.Size();
    *font = output.take();
    return *font ? linecaster_woff_decompressed : linecaster_woff_malformed;
  } catch (const std::bad_alloc &) {
    return linecaster_woff_out_of_memory;
  } catch (...) {
    return linecaster_woff_malformed;
  }
}

#endif
