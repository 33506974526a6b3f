#include "widgets/picture/exportable.h"

namespace bubblescope {

Result<Picture> drawnWith(const std::function<Result<Picture>(const PictureOptions& options)>& draw,
                          const PictureOptions& options) {
    const NotationScope scope(options.notation);
    auto picture = draw(options);
    if (picture) picture->notation = options.notation;
    return picture;
}

}  // namespace bubblescope
