#pragma once

#include <QObject>

class QWidget;

namespace bubblescope {

/// What people may want to keep of an experiment that is shown.
enum class Keep { CopyPicture, SavePicture, CopyValues, SaveValues };

/// The context menu by which every view of an experiment offers that.
class KeepActions : public QObject {
    Q_OBJECT

public:
    explicit KeepActions(QWidget* view);

signals:
    void wanted(bubblescope::Keep what);
};

}  // namespace bubblescope
