#pragma once

#include <QObject>

class QWidget;

namespace bubblescope {

/// What users may save or copy from an experiment that is shown.
enum class Keep { CopyPicture, SavePicture, CopyValues, SaveValues };

/// The context menu for that, in every view of an experiment.
class KeepActions : public QObject {
    Q_OBJECT

public:
    explicit KeepActions(QWidget* view);

signals:
    void wanted(bubblescope::Keep what);
};

}  // namespace bubblescope
